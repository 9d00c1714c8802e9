import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipSelect } from '../ui/pick-many.tsx';
import type { ControlProps } from './field-help.tsx';
import { PickOne } from './pick-one.tsx';
import type { Choice, Source } from './table-definition.ts';

/** Rows that a plain select may have; who has more is searched among by typing, on small screens too. */
export const mostListed = 200;

/** Every row of a source; `tooMany` of one whose rows a select cannot hold, undefined until it is known. */
export function useWholeSource(source: Source, enabled: boolean): readonly Choice<number>[] | 'tooMany' | undefined {
  const search = source.useSearch();
  const { data } = useQuery({
    queryKey: ['admin', 'pick', source.name, 'whole'],
    queryFn: ({ signal }) => search('', signal, mostListed + 1),
    enabled,
  });
  return data !== undefined && data.length > mostListed ? 'tooMany' : data;
}

/** One or several of a list, as a plain select: several with chips. */
export function SearchSelect(
  props: ControlProps & { choices: readonly Choice<number>[]; chosen: readonly Choice<number>[]; many: boolean },
): ReactNode {
  const { t } = useTranslation('admin');
  const { chosen, onChange } = props;
  const missing = chosen.filter(({ value }) => !props.choices.some((choice) => choice.value === value));
  const choices = [...missing, ...props.choices];
  const choiceOf = (wanted: unknown) => choices.find(({ value }) => value === wanted) ?? null;
  if (props.many) {
    return (
      <ChipSelect
        label={props.label}
        none={t('common.none')}
        choices={choices}
        chosen={chosen.map(({ value }) => value)}
        autoFocus={props.autoFocus}
        problem={props.problem}
        hint={props.hint}
        inputRef={props.inputRef}
        onChoose={(values) => onChange(choices.filter(({ value }) => values.includes(value)))}
      />
    );
  }
  return (
    <PickOne
      {...props}
      nullable
      value={chosen[0]?.value ?? null}
      useChoices={() => choices}
      onChange={(value) => onChange(choiceOf(value))}
    />
  );
}
