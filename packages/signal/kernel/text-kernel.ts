// AssemblyScript, compiled by build-kernel.mjs into src/text-kernel.gen.ts. Works on the memory of number-rows.ts, which says
// where everything lies.
//
// Shortest digits by Schubfach (R. Giulietti, “The Schubfach way to render doubles”; constants as in A. Neumann's Drachennest):
// of the shortest decimals that read back as the same number the nearest. Text as JavaScript writes numbers.

// as in number-rows.ts
const powers32At: usize = 0;
const firstPower32: i32 = -31;
const powers64At: usize = 1024;
const firstPower64: i32 = -292;
const digitsAt: usize = 12288;
const columnsAt: usize = 16384;
const textAt: usize = 131072;

/** “00000000” and “0.000000”, as they lie in memory. */
const zeros: u64 = 0x30303030 * 0x100000001;
const zeroPoint: u64 = zeros - 0x200;

/** Digits of a number below 10⁸, the first one in the lowest byte. */
function digits8(value: u32): u64 {
  const high = value / 10000;
  let x = <u64>high | ((<u64>(value - high * 10000)) << 32);
  const hundreds = ((x * 10486) >> 20) & 0x0000007f0000007f;
  x = hundreds | ((x - hundreds * 100) << 16);
  const tens = ((x * 103) >> 10) & 0x000f000f000f000f;
  return tens | ((x - tens * 10) << 8);
}

/** `e+21` behind a number with one digit before its point. */
function writeExponent(exponent: i32, at: usize): usize {
  store<u16>(at, exponent < 0 ? 0x2d65 : 0x2b65);
  let rest = abs(exponent);
  let end = at + 2;
  if (rest >= 100) {
    store<u8>(end++, 48 + rest / 100);
    rest %= 100;
    store<u8>(end++, 48 + rest / 10);
  } else if (rest >= 10) store<u8>(end++, 48 + rest / 10);
  store<u8>(end, 48 + (rest % 10));
  return end + 1;
}

/** s × 10^k with s of nine digits at most, not 0. */
function writeShort(s: u32, k: i32, at: usize): usize {
  const top = s / 100000000;
  const hasTop = top ? 1 : 0;
  let x = digits8(s - top * 100000000);
  const empty = <i32>(clz(x) >> 3);
  const lead = hasTop ? 0 : <i32>(ctz(x) >> 3);
  x = (x >> ((<u64>lead) << 3)) | zeros;
  const written = 8 - lead + hasTop;
  const digits = written - empty;
  const point = written + k;
  if (point > 0 && point <= 21) {
    store<u8>(at, 48 + top);
    const start = at + hasTop;
    if (digits <= point) {
      store<u64>(start, x);
      store<u64>(start, zeros, 8);
      store<u64>(start, zeros, 16);
      return at + point;
    }
    const before = (<u64>(point - hasTop)) << 3;
    const low = x & (((<u64>1) << before) - 1);
    store<u64>(start, low | ((<u64>46) << before));
    store<u64>(at + point + 1, x >> before);
    return at + digits + 1;
  }
  if (point > -6 && point <= 0) {
    store<u64>(at, zeroPoint);
    const start = at + 2 - point;
    store<u8>(start, 48 + top);
    store<u64>(start + hasTop, x);
    return start + digits;
  }
  store<u8>(at, hasTop ? 48 + top : <u32>(x & 0xff));
  store<u8>(at, 46, 1);
  store<u64>(at + 2, hasTop ? x : x >> 8);
  return writeExponent(point - 1, at + <usize>(digits > 1 ? digits + 1 : 1));
}

/** s × 10^k with s of 17 digits at most, not 0. */
function writeLong(s: u64, k: i32, at: usize): usize {
  const top = s / 100000000;
  store<u64>(digitsAt, digits8(<u32>(top / 100000000)) | zeros);
  store<u64>(digitsAt, digits8(<u32>(top % 100000000)) | zeros, 8);
  store<u64>(digitsAt, digits8(<u32>(s % 100000000)) | zeros, 16);
  let first: usize = digitsAt;
  while (load<u8>(first) === 48) first++;
  let end: usize = digitsAt + 24;
  const point = <i32>(end - first) + k;
  while (load<u8>(end - 1) === 48) end--;
  const digits = <i32>(end - first);
  if (point > 0 && point <= 21) {
    memory.copy(at, first, min(digits, point));
    if (digits <= point) {
      memory.fill(at + digits, 48, point - digits);
      return at + point;
    }
    store<u8>(at + point, 46);
    memory.copy(at + point + 1, first + point, digits - point);
    return at + digits + 1;
  }
  if (point > -6 && point <= 0) {
    store<u64>(at, zeroPoint);
    memory.copy(at + 2 - point, first, digits);
    return at + 2 - point + digits;
  }
  store<u8>(at, load<u8>(first));
  store<u8>(at, 46, 1);
  memory.copy(at + 2, first + 1, digits - 1);
  return writeExponent(point - 1, at + <usize>(digits > 1 ? digits + 1 : 1));
}

/** Of q, as floor(log10(2^q)), or of ¾ × 2^q where the number below is nearer. */
function decimalExponent(q: i32, isBelowNearer: bool): i32 {
  return (q * 1262611 - (isBelowNearer ? 524031 : 0)) >> 22;
}

function binaryExponent(k: i32): i32 {
  return (k * 1741647) >> 19;
}

/** The upper 32 of 96 bits of a product, odd where the lower ones are not 0. */
function roundToOdd32(power: u64, value: u32): u32 {
  const product = (power >> 32) * <u64>value + (((power & 0xffffffff) * <u64>value) >> 32);
  return <u32>(product >> 32) | (<u32>product > 1 ? 1 : 0);
}

function upperOf(a: u64, b: u64): u64 {
  const low = (a & 0xffffffff) * (b & 0xffffffff);
  const one = (a >> 32) * (b & 0xffffffff) + (low >> 32);
  const other = (a & 0xffffffff) * (b >> 32) + (one & 0xffffffff);
  return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}

/** The same of 192 bits. */
function roundToOdd64(power: usize, value: u64): u64 {
  const high = load<u64>(power);
  const carried = upperOf(load<u64>(power, 8), value);
  const low = high * value + carried;
  const upper = upperOf(high, value) + (low < carried ? 1 : 0);
  return upper | (low > 1 ? 1 : 0);
}

function writeDecimal<T>(s: T, k: i32, at: usize): usize {
  if (sizeof<T>() === 4) return writeShort(<u32>s, k, at);
  return writeLong(<u64>s, k, at);
}

/** Four times a number and the bounds of what reads back as it, all by 10^k: the shortest within, of those the nearest. */
function writeNearest<T>(below: T, exact: T, above: T, isOdd: T, k: i32, at: usize): usize {
  const lower = <T>(below + isOdd);
  const upper = <T>(above - isOdd);
  const s = <T>(exact >> <T>2);
  if (s >= <T>10) {
    const tenth = <T>(s / <T>10);
    const isLowIn = lower <= <T>(tenth * <T>40);
    const isHighIn = <T>(tenth * <T>40 + <T>40) <= upper;
    if (isLowIn !== isHighIn) return writeDecimal<T>(isHighIn ? <T>(tenth + <T>1) : tenth, k + 1, at);
  }
  const isLowIn = lower <= <T>(s * <T>4);
  const isHighIn = <T>(s * <T>4 + <T>4) <= upper;
  if (isLowIn !== isHighIn) return writeDecimal<T>(isHighIn ? <T>(s + <T>1) : s, k, at);
  const middle = <T>(s * <T>4 + <T>2);
  const isUp = exact > middle || (exact === middle && (s & <T>1) === <T>1);
  return writeDecimal<T>(isUp ? <T>(s + <T>1) : s, k, at);
}

function writeInfinity(at: usize): usize {
  // “Infi”, “nity”
  store<u32>(at, 0x69666e49);
  store<u32>(at, 0x7974696e, 4);
  return at + 8;
}

function write32(bits: u32, start: usize): usize {
  let at = start;
  const exponent = <i32>((bits >> 23) & 0xff);
  const fraction = bits & 0x7fffff;
  if (exponent === 255 && fraction) return at;
  if (!(bits & 0x7fffffff)) {
    store<u8>(at, 48);
    return at + 1;
  }
  store<u8>(at, 45);
  at += bits >> 31;
  if (exponent === 255) return writeInfinity(at);
  const c = exponent ? fraction | 0x800000 : fraction;
  const q = exponent ? exponent - 150 : -149;
  if (q <= 0 && q > -24 && !(c & ((1 << -q) - 1))) return writeShort(c >> -q, 0, at);
  const isBelowNearer = !fraction && exponent > 1;
  const k = decimalExponent(q, isBelowNearer);
  const h = q + binaryExponent(-k) + 1;
  const power = load<u64>(powers32At + ((<usize>(-k - firstPower32)) << 3));
  const below = roundToOdd32(power, (4 * c - 2 + (isBelowNearer ? 1 : 0)) << h);
  const exact = roundToOdd32(power, (4 * c) << h);
  const above = roundToOdd32(power, (4 * c + 2) << h);
  return writeNearest<u32>(below, exact, above, c & 1, k, at);
}

function write64(value: f64, start: usize): usize {
  if (!(abs(value) <= Infinity)) return start;
  if (value === 0) {
    store<u8>(start, 48);
    return start + 1;
  }
  store<u8>(start, 45);
  const bits = reinterpret<u64>(value);
  const at = start + <usize>(bits >> 63);
  const size = abs(value);
  if (size === Infinity) return writeInfinity(at);
  // Whole µs, as times are: no other decimal of 15 digits at most is the same number, so none is shorter.
  const micros = nearest(size * 1e6);
  if (micros < 1e15 && micros >= 1 && micros / 1e6 === size) {
    if (micros < 1e9) return writeShort(<u32>micros, -6, at);
    return writeLong(<u64>micros, -6, at);
  }
  return writeShortest64(bits, at);
}

function writeShortest64(bits: u64, at: usize): usize {
  const exponent = <i32>((bits >> 52) & 0x7ff);
  const fraction = bits & 0xfffffffffffff;
  const c = exponent ? fraction | 0x10000000000000 : fraction;
  const q = exponent ? exponent - 1075 : -1074;
  if (q <= 0 && q > -53 && !(c & (((<u64>1) << (<u64>-q)) - 1))) return writeLong(c >> <u64>-q, 0, at);
  const isBelowNearer = !fraction && exponent > 1;
  const k = decimalExponent(q, isBelowNearer);
  const h = <u64>(q + binaryExponent(-k) + 1);
  const power = powers64At + ((<usize>(-k - firstPower64)) << 4);
  const below = roundToOdd64(power, (4 * c - 2 + (isBelowNearer ? 1 : 0)) << h);
  const exact = roundToOdd64(power, (4 * c) << h);
  const above = roundToOdd64(power, (4 * c + 2) << h);
  return writeNearest<u64>(below, exact, above, c & 1, k, at);
}

/**
 * Rows of the columns of the list (address and whether they are doubles), `,` between cells, `end` behind each row; a NaN is
 * an empty cell.
 * @returns end of the text
 */
export function writeRows(rows: i32, columns: i32, end: i32): usize {
  const listEnd = columnsAt + ((<usize>columns) << 3);
  let at: usize = textAt;
  for (let row: usize = 0; row < <usize>rows; row++) {
    for (let column: usize = columnsAt; column < listEnd; column += 8) {
      const address = <usize>load<u32>(column);
      if (load<u32>(column, 4)) at = write64(load<f64>(address + (row << 3)), at);
      else at = write32(load<u32>(address + (row << 2)), at);
      store<u8>(at++, 44);
    }
    store<u8>(at - 1, end);
  }
  return at;
}
