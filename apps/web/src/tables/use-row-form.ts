import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError, NetworkError } from '@sillage/client';
import { fieldSentence } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { useActiveClient } from '../base/active-client.ts';
import { inPageLanguage } from '../base/notify.ts';
import { useServer, useUser } from '../base/services.tsx';
import { bodyOf, fileOf, ownProblems, startValues } from './form-values.ts';
import type { AdminTable, Field, Row } from './table-definition.ts';
import { fieldsFor } from './table-for.ts';
import { useFieldWords, useTableWords } from './table-words.ts';
import { refetchTables } from './use-rows.ts';

/** What of a table its form needs. */
type FormTable<R extends Row> = Pick<AdminTable<R>, 'name' | 'endpoints' | 'fields'>;

/** Judges the form by the endpoint's own body schema, and by what no schema sees. */
function resolverOf<R extends Row>(
  { endpoints }: FormTable<R>,
  fields: readonly Field<R>[],
  row: R | undefined,
  before: FieldValues,
): Resolver<FieldValues> {
  const schema = row === undefined ? endpoints.create.body : endpoints.edit.body;
  const judge = zodResolver(schema);
  return async (values, context, options) => {
    const body = bodyOf(fields, row, before, values);
    const judged = await judge(body, context, { ...options, criteriaMode: 'firstError' });
    const errors: FieldErrors = { ...judged.errors };
    for (const { name } of fields) {
      // The validation library has no word of ours for a field that is not there.
      if (errors[name]?.type === 'invalid_type' && !(name in body)) errors[name] = { type: 'own', message: 'required' };
    }
    for (const [name, code] of Object.entries(ownProblems(fields, row, values))) {
      errors[name] = { type: 'own', message: code };
    }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** The field of the form that a path of the server's answer is about: `users.3` is about `users`. */
export function fieldAt<R extends Row>(fields: readonly Field<R>[], path: string): string | undefined {
  return fields.find(({ name }) => path === name || path.startsWith(`${name}.`))?.name;
}

/** The form that adds a row or changes one: refusals land on their fields, the rest in `problem`. */
export function useRowForm<R extends Row>(
  table: FormTable<R>,
  row: R | undefined,
  onSaved: (row: R, form: FieldValues) => void,
): {
  form: UseFormReturn<FieldValues>;
  /** Those that are shown. */
  fields: readonly Field<R>[];
  problem: string | undefined;
  saving: boolean;
  submit(): void;
} {
  const server = useServer();
  const queryClient = useQueryClient();
  const w = useTableWords(table.name);
  const fieldWords = useFieldWords(table.name);
  const [problem, setProblem] = useState<string>();
  const active = useActiveClient();
  const user = useUser();
  const fields = fieldsFor(table, row, user);
  const [before] = useState(() => startValues(fields, row, active, user));
  const form = useForm<FieldValues>({
    resolver: resolverOf(table, fields, row, before),
    defaultValues: before,
  });
  const save = useMutation({
    mutationFn: (values: FieldValues) => {
      const body = bodyOf(fields, row, before, values);
      const file = fileOf(fields, values);
      const part = file === undefined ? {} : { file: { content: file, name: file.name } };
      return row === undefined
        ? server.call(table.endpoints.create, { body, ...part })
        : server.call(table.endpoints.edit, { params: { id: row.id }, body, ...part });
    },
    onSuccess: async (saved, values) => {
      await refetchTables(queryClient);
      onSaved(saved, values);
    },
    onError: (refusal) => setProblem(land(refusal)),
    // The dialog shows what is wrong.
    meta: { quiet: true },
  });

  /** Puts what the server says onto the fields; answers the rest as a sentence. */
  function land(refusal: Error): string | undefined {
    if (refusal instanceof NetworkError) return w('unreachable');
    if (!(refusal instanceof ApiError)) throw refusal;
    const unplaced: string[] = [];
    const entries = Object.entries(refusal.body.fields ?? {});
    for (const [path, code] of entries) {
      const name = fieldAt(fields, path);
      if (name === undefined) unplaced.push(`${fieldWords(path)}\u00a0: ${inPageLanguage(fieldSentence(code))}`);
      else form.setError(name, { type: 'server', message: code }, { shouldFocus: true });
    }
    const sentence = inPageLanguage(refusal.body.message);
    if (entries.length === 0) return sentence;
    return unplaced.length === 0 ? undefined : `${sentence} (${unplaced.join(' · ')})`;
  }

  return {
    form,
    fields: fields.filter(({ hidden }) => !hidden),
    problem,
    saving: save.isPending,
    submit: () => {
      setProblem(undefined);
      void form.handleSubmit((values) => save.mutate(values))();
    },
  };
}
