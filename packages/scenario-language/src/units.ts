/** A unit as a program writes it: what it measures, and by what its values are multiplied to be in SI units. */
export interface Unit {
  readonly text: string;
  readonly factor: number;
  /** Powers of what it is made of: `m` 1, `s` −2. Those of power 0 are left out. */
  readonly powers: Readonly<Record<string, number>>;
}

type Powers = Readonly<Record<string, number>>;
type Named = readonly [factor: number, powers: Powers];

const newton = { kg: 1, m: 1, s: -2 };
const joule = { kg: 1, m: 2, s: -2 };
const watt = { kg: 1, m: 2, s: -3 };
const perMinute: Named = [1 / 60, { s: -1 }];

/** A turn is a number, as in `rpm`, and an angle is what it is measured in: degrees and radians never become numbers. */
const named: Readonly<Record<string, Named>> = {
  ...{ m: [1, { m: 1 }], cm: [0.01, { m: 1 }], mm: [0.001, { m: 1 }], km: [1000, { m: 1 }] },
  ...{ s: [1, { s: 1 }], ms: [0.001, { s: 1 }], min: [60, { s: 1 }], h: [3600, { s: 1 }] },
  ...{ kg: [1, { kg: 1 }], g: [9.80665, { m: 1, s: -2 }] },
  ...{ N: [1, newton], kN: [1000, newton], J: [1, joule], kJ: [1000, joule], W: [1, watt], kW: [1000, watt] },
  ...{ Pa: [1, { kg: 1, m: -1, s: -2 }], kPa: [1000, { kg: 1, m: -1, s: -2 }], bar: [1e5, { kg: 1, m: -1, s: -2 }] },
  ...{ '°': [1, { '°': 1 }], deg: [1, { '°': 1 }], rad: [180 / Math.PI, { '°': 1 }] },
  ...{ Hz: [1, { s: -1 }], rpm: perMinute, bpm: perMinute, spm: perMinute, kph: [1 / 3.6, { m: 1, s: -1 }] },
  ...{ '%': [0.01, {}], V: [1, { V: 1 }], mV: [0.001, { V: 1 }], '°C': [1, { '°C': 1 }], µT: [1, { µT: 1 }] },
};

export const unitNames: readonly string[] = Object.keys(named);

/** `m`, `m/s²`, `1/min`, `N·s`, `s/500m`; signs of powers as keyboards have them, too. */
export const unitPattern = /(?:1\/)?[a-zA-Z°%µ]+(?:[²³]|\^[23])?(?:[/·*](?:500 ?m\b|[a-zA-Z°%µ]+)(?:[²³]|\^[23])?)*/y;

export const noUnit: Unit = { text: '', factor: 1, powers: {} };
export const seconds: Unit = { text: 's', factor: 1, powers: { s: 1 } };

/** The unit of a text, undefined where one of its parts is not known. */
export function parseUnit(text: string): Unit | undefined {
  const plain = text.trim();
  if (plain === '' || plain === '1') return noUnit;
  const parts = plain.split(/(?=[/·*])/);
  let unit: Unit = { ...noUnit, text: plain };
  for (const part of parts) {
    const sign = part.startsWith('/') ? -1 : 1;
    const one = parsePart(part.replace(/^[/·*]/, ''));
    if (one === undefined) return undefined;
    unit = { text: plain, factor: unit.factor * one.factor ** sign, powers: addPowers(unit.powers, one.powers, sign) };
  }
  return unit;
}

function parsePart(part: string): Unit | undefined {
  if (part === '1') return noUnit;
  if (/^500 ?m$/.test(part)) return { text: part, factor: 500, powers: { m: 1 } };
  const [, name = '', power = ''] = /^([a-zA-Z°%µ]+)([²³]|\^[23])?$/.exec(part) ?? [];
  const found = Object.hasOwn(named, name) ? named[name] : undefined;
  if (found === undefined) return undefined;
  const exponent = /2|²/.test(power) ? 2 : /3|³/.test(power) ? 3 : 1;
  const powers = Object.fromEntries(Object.entries(found[1]).map(([base, one]) => [base, one * exponent]));
  return { text: part, factor: found[0] ** exponent, powers };
}

function addPowers(a: Powers, b: Powers, sign: 1 | -1): Powers {
  const sum: Record<string, number> = { ...a };
  for (const [base, power] of Object.entries(b)) {
    const total = (sum[base] ?? 0) + sign * power;
    if (total === 0) delete sum[base];
    else sum[base] = total;
  }
  return sum;
}

/** Whether values of both can be added or compared. */
export function isSameMeasure(a: Unit, b: Unit): boolean {
  const bases = Object.keys(a.powers);
  return bases.length === Object.keys(b.powers).length && bases.every((base) => a.powers[base] === b.powers[base]);
}

/** @param sign 1 of a product, −1 of a quotient */
export function multiplyUnits(a: Unit, b: Unit, sign: 1 | -1): Unit {
  const powers = addPowers(a.powers, b.powers, sign);
  if (Object.keys(b.powers).length === 0) return { ...a, powers };
  if (sign === 1 && Object.keys(a.powers).length === 0) return { ...b, powers };
  return writePowers(powers);
}

/** The unit of a square root; undefined where it has none. */
export function rootUnit(unit: Unit): Unit | undefined {
  const halves = Object.entries(unit.powers).map(([base, power]) => [base, power / 2] as const);
  return halves.every(([, power]) => Number.isInteger(power)) ? writePowers(Object.fromEntries(halves)) : undefined;
}

/** SI units that have a name come first. */
const wellKnown = ['m', 's', 'kg', 'N', 'J', 'W', 'm/s', 'm/s²', 'N·s', 'N/s', 'N/m', 'N/kg', 'W/kg', '°', '°/s'];

function writePowers(powers: Powers): Unit {
  const found = wellKnown
    .flatMap((text) => parseUnit(text) ?? [])
    .find((unit) => isSameMeasure(unit, { ...noUnit, powers }));
  if (found) return found;
  const write = (of: 1 | -1) =>
    Object.entries(powers)
      .filter(([, power]) => Math.sign(power) === of)
      .map(([base, power]) => base + (['', '', '²', '³'][Math.abs(power)] ?? `^${Math.abs(power)}`));
  const [over, under] = [write(1), write(-1)];
  const text = [over.join('·') || (under.length > 0 ? '1' : ''), ...under].join('/');
  return { text, factor: 1, powers };
}
