import type { RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { type FitBaseType, fitBaseType } from './fit-types.ts';
import { fractionalCadence, leftRightBalance, type RecordField, recordFields } from './record-fields.ts';
import type { FitField, FitMessages } from './walk-messages.ts';

/** Of all fields together; beyond them no file of a sensor is. */
export const maxFitColumns = 1024;
/** Numbers of one field. */
const maxNumbers = 16;
const maxDescriptions = 1024;

/** Where one number of a record message goes. */
interface Read {
  readonly column: number;
  readonly field: FitField;
  readonly type: FitBaseType;
  readonly index: number;
  readonly scale: number;
  readonly offset: number;
  readonly kind: 'plain' | 'added' | 'balance';
}

interface Column extends Omit<RecordingColumn, 'type'> {
  seen: boolean;
}

/** What a developer says of a field. */
interface Description {
  readonly type: FitBaseType | undefined;
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  readonly offset: number;
}

const byNumber = new Map(
  recordFields.flatMap((about) => about.fields.map((field, rank) => [field.num, { about, ...field, rank }] as const)),
);
const balance = {
  name: 'left_right',
  unit: '%',
  fr: 'Équilibre gauche-droite, part de la droite',
  en: 'Left-right balance, share of the right',
};

/** The columns of a file's records, as its messages turn out to have them. */
export class RecordColumns {
  /** Some more columns than may be. */
  tooMany = false;
  /** Of the record message that was read last; NaN where it has none. */
  values = new Float64Array(64);
  readonly #columns: Column[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #reads = new WeakMap<readonly FitField[], readonly Read[]>();
  readonly #descriptions = new Map<string, Description>();

  get count(): number {
    return this.#columns.length;
  }

  /** Columns with a value, and their places in a row. */
  kept(): { readonly columns: RecordingColumn[]; readonly from: number[] } {
    const nameOnce = uniqueNames();
    const from = this.#columns.flatMap(({ seen }, i) => (seen ? [i] : []));
    const columns = from.flatMap((i) => {
      const column = this.#columns[i];
      if (!column) return [];
      const { name, unit, description } = column;
      return [{ name: nameOnce(safeName(name)), unit, description, type: 'f64' as const }];
    });
    return { columns, from };
  }

  /** Reads the numbers of the present record message; false when it has none at all. */
  read(messages: FitMessages): boolean {
    const reads = this.#readsOf(messages);
    const into = this.values.fill(Number.NaN, 0, this.count);
    let some = false;
    for (const { column, field, type, index, scale, offset, kind } of reads) {
      let value = messages.number(field, type, index);
      if (Number.isNaN(value)) continue;
      if (kind === 'balance') {
        // Without the bit nobody knows whose share it is.
        value = (value & leftRightBalance.rightBit) === 0 ? Number.NaN : value & leftRightBalance.mask;
      } else value = value / scale - offset;
      if (kind === 'added') value += into[column]!;
      if (Number.isNaN(value)) continue;
      into[column] = value;
      some = true;
      this.#columns[column]!.seen = true;
    }
    return some;
  }

  /** Takes what a developer says of a field, from the present message. */
  describe(messages: FitMessages): void {
    if (this.#descriptions.size >= maxDescriptions) return;
    const number = (num: number) => numberOf(messages, num);
    const text = (num: number) => {
      const field = messages.fields.find((each) => each.num === num && each.developer === undefined);
      return field ? messages.text(field).trim() : '';
    };
    const [developer, num] = [number(0), number(1)];
    this.#descriptions.set(`${developer}:${num}`, {
      type: fitBaseType(number(2)),
      name: text(3).slice(0, 60) || `developer_${num}`,
      unit: text(8).slice(0, 20),
      scale: number(6) || 1,
      offset: number(7) || 0,
    });
  }

  #readsOf(messages: FitMessages): readonly Read[] {
    const known = this.#reads.get(messages.fields);
    if (known) return known;
    const reads = messages.fields.flatMap((field) => this.#readsOfField(field));
    // What is added comes last, and of two sources the one that counts more.
    reads.sort((a, b) => Number(a.kind === 'added') - Number(b.kind === 'added') || rankOf(b) - rankOf(a));
    this.#reads.set(messages.fields, reads);
    return reads;
  }

  #readsOfField(field: FitField): Read[] {
    if (field.developer !== undefined) return this.#readsOfDeveloper(field, field.developer);
    const { num, type } = field;
    if (!type) return [];
    if (num === leftRightBalance.num)
      return this.#place(field, type, balance, { scale: 1, offset: 0, kind: 'balance' });
    if (num === fractionalCadence.num) {
      const cadence = recordFields.find(({ name }) => name === 'cadence');
      return cadence ? this.#place(field, type, cadence, { ...fractionalCadence, offset: 0, kind: 'added' }) : [];
    }
    const found = byNumber.get(num);
    return found ? this.#place(field, type, found.about, { ...found, kind: 'plain' }) : [];
  }

  #readsOfDeveloper(field: FitField, developer: number): Read[] {
    const described = this.#descriptions.get(`${developer}:${field.num}`);
    if (!described?.type) return [];
    const { type, name, unit, scale, offset } = described;
    return this.#place(field, type, { name, unit, fr: name, en: name }, { scale, offset, kind: 'plain' });
  }

  #place(
    field: FitField,
    type: FitBaseType,
    { name, unit, fr, en }: Omit<RecordField, 'fields'>,
    how: Pick<Read, 'scale' | 'offset' | 'kind'>,
  ): Read[] {
    const count = Math.min(maxNumbers, Math.floor(field.size / type.bytes));
    return Array.from({ length: count }, (_, index): Read | undefined => {
      const suffix = count > 1 ? `_${index + 1}` : '';
      const key = `${field.developer === undefined ? '' : 'developer:'}${name}${suffix} ${unit}`;
      const description = { fr: fr + suffix.replace('_', ' '), en: en + suffix.replace('_', ' ') };
      const column = this.#columnOf(key, { name: name + suffix, unit, description, seen: false });
      if (column === undefined) return undefined;
      const { scale, offset, kind } = how;
      return { column, field, type, index, scale, offset, kind };
    }).filter((read) => read !== undefined);
  }

  #columnOf(key: string, column: Column): number | undefined {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#columns.length === maxFitColumns) {
      this.tooMany = true;
      return undefined;
    }
    this.#byKey.set(key, this.#columns.length);
    if (this.#columns.length === this.values.length) this.values = new Float64Array(2 * this.values.length);
    return this.#columns.push(column) - 1;
  }
}

function rankOf({ field }: Read): number {
  return field.developer === undefined ? (byNumber.get(field.num)?.rank ?? 0) : 0;
}

/** The number of a field of the profile in the present message; NaN when it has none. */
export function numberOf(messages: FitMessages, num: number): number {
  const field = messages.fields.find((each) => each.num === num && each.developer === undefined);
  return field?.type && field.size >= field.type.bytes ? messages.number(field, field.type) : Number.NaN;
}
