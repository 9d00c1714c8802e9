import { type ScenarioCommand, scenarioBounds } from '@sillage/scenario-language';
import { z } from 'zod';

const { textCharacters, devices } = scenarioBounds;
const nameCharacters = 120;
const Text = z.string().max(textCharacters);
const Name = z.string().max(nameCharacters);
const Words = z.strictObject({ fr: Text, en: Text });
const Device = z.int().nonnegative().nullable();
const Value = z.union([z.number(), Text]).nullable();
const Unit = z.string().max(20);
const Choices = z.array(z.strictObject({ value: Name, text: Words })).max(20);
const Plain = z.union([z.number(), Text, z.boolean(), z.null()]);

const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('step'), id: Name, title: Words }),
  z.strictObject({
    type: z.literal('prompt'),
    ...{ id: Name, device: Device, kind: z.enum(['text', 'countdown', 'number', 'choice', 'enter']), text: Words },
    ...{ untilSeconds: z.number().exactOptional(), value: Value.exactOptional(), unit: Unit.exactOptional() },
    choices: Choices.exactOptional(),
  }),
  z.strictObject({ type: z.literal('clear'), id: Name }),
  z.strictObject({ type: z.literal('beep'), tone: z.enum(['short', 'long', 'end']) }),
  z.strictObject({ type: z.literal('record'), action: z.enum(['start', 'stop']) }),
  z.strictObject({ type: z.literal('selection'), action: z.enum(['start', 'stop']), name: Name.nullable() }),
  z.strictObject({
    ...{ type: z.literal('analyse'), id: z.int(), analysis: Name, of: Name.nullable() },
    window: z.tuple([z.number(), z.number()]).nullable(),
  }),
  z.strictObject({
    type: z.literal('result'),
    device: Device,
    name: Name,
    value: Value,
    unit: Unit,
    title: Words.exactOptional(),
  }),
  z.strictObject({
    ...{ type: z.literal('rpc'), device: Device, method: Name },
    params: z.record(Name, Plain).refine((given) => Object.keys(given).length <= devices),
  }),
  z.strictObject({ type: z.literal('error'), text: Words }),
  z.strictObject({ type: z.literal('end'), verdict: z.enum(['done', 'failed']), text: Words.nullable() }),
]) satisfies z.ZodType<ScenarioCommand>;

const Fault = z.strictObject({ fault: Text, line: z.int().nullable() });
export type PythonFault = z.infer<typeof Fault>;

/** What a process of Python may say: nothing of it is believed before. */
export const Answer = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ commands: z.array(Command).max(scenarioBounds.commandsPerSecond) }),
  Fault,
]);
export type Answer = z.infer<typeof Answer>;
