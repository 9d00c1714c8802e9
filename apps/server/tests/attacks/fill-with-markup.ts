import { z } from 'zod';

/** Texts that hurt where text becomes markup, code, an address or a direction of reading. Each is one line. */
export const markups = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  'javascript:alert(3)//',
  '{{constructor.constructor("alert(4)")()}}',
  '\u202etxet\u202c\u200b<svg onload=alert(5)>',
] as const;

const JsonShape: z.ZodType<JsonShape> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    maxLength: z.number().optional(),
    properties: z.record(z.string(), JsonShape).optional(),
    items: JsonShape.optional(),
    anyOf: z.array(JsonShape).optional(),
  }),
);
interface JsonShape {
  readonly type?: string | undefined;
  readonly enum?: unknown[] | undefined;
  readonly maxLength?: number | undefined;
  readonly properties?: Record<string, JsonShape> | undefined;
  readonly items?: JsonShape | undefined;
  readonly anyOf?: JsonShape[] | undefined;
}

/**
 * A body that an endpoint's schema asks for, with the markup in every text of it, however deep. Fields that are no free
 * text, or that a rule keeps clean, come from `given`; fields that are neither are left out.
 */
export function fillWithMarkup(schema: z.ZodType, markup: string, given: Readonly<Record<string, unknown>>): object {
  const shape = JsonShape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const value = name in given ? given[name] : textsOf(field, markup);
    if (value !== undefined) body[name] = value;
  }
  return body;
}

function textsOf(field: JsonShape, markup: string): unknown {
  if (field.enum !== undefined) return undefined;
  if (field.type === 'string') return markup.slice(0, field.maxLength);
  if (field.type === 'object' && field.properties !== undefined) {
    const entries = Object.entries(field.properties).map(([name, inner]) => [name, textsOf(inner, markup)] as const);
    return entries.every(([, value]) => value !== undefined) ? Object.fromEntries(entries) : undefined;
  }
  if (field.type === 'object') return { [markup.slice(0, 50)]: markup };
  const textBranch = field.anyOf?.find(({ type, enum: choices }) => type === 'string' && choices === undefined);
  return textBranch && textsOf(textBranch, markup);
}
