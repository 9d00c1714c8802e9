import { type RecordingModuleInfo, utf8 } from '../recording.ts';

/** A number of a message: its name in the schema, and whether it takes four bytes or eight. */
export interface MessageField {
  readonly name: string;
  readonly type: 'f32' | 'f64';
}

/** Names of Protocol Buffers: letters, digits, `_`; each once. */
export function protobufNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_');
    const stem = /^[A-Za-z]/.test(plain) ? plain : `v${plain}`;
    let given = stem;
    for (let n = 2; taken.has(given); n++) given = `${stem}_${n}`;
    taken.add(given);
    return given;
  };
}

/** Numbers of a module's messages: `T`, s since the record's start, then its columns. */
export function messageFields({ columns }: Pick<RecordingModuleInfo, 'columns'>): MessageField[] {
  const nameOnce = protobufNames();
  const time: MessageField = { name: nameOnce('T'), type: 'f64' };
  return [time, ...columns.map(({ name, type }): MessageField => ({ name: nameOnce(name), type }))];
}

/** Tag of a field in a message. Fields are numbered from 1 on. */
export function fieldTag(number: number, type: MessageField['type']): Uint8Array {
  return varint(number * 8 + (type === 'f64' ? 1 : 5));
}

const package_ = 'sillage';

/** A message's full name, as schemas are called. */
export function messageName(name: string): string {
  return `${package_}.${name}`;
}

/** A message as a `FileDescriptorSet` of Protocol Buffers (descriptor.proto), which is what MCAP wants as its schema. */
export function describeMessage(name: string, fields: readonly MessageField[]): Uint8Array {
  const described = fields.map(({ name: field, type }, i) =>
    joined(
      text(1, field),
      number(3, i + 1),
      number(4, 1), // optional
      number(5, type === 'f64' ? 1 : 2), // double, float
      text(10, field), // in JSON by the same name
    ),
  );
  const message = joined(text(1, name), ...described.map((field) => bytes(2, field)));
  const file = joined(text(1, `${name}.proto`), text(2, package_), bytes(4, message), text(12, 'proto3'));
  return bytes(1, file);
}

function varint(value: number): Uint8Array {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) + 128);
  return Uint8Array.from([...out, rest]);
}

function number(field: number, value: number): Uint8Array {
  return joined(varint(field * 8), varint(value));
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return joined(varint(field * 8 + 2), varint(value.length), value);
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, utf8(value));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
