import type { Language, TestProtocol } from '@sillage/contract';
import { decimalsOf, typedNumber } from '../ui/typed-number.ts';

/** Numbers of a protocol, in the order in which they are asked. */
export const protocolNumbers = [
  ...(['body_mass_kg', 'load_kg', 'push_off_m', 'box_height_m', 'body_height_m', 'tare_n'] as const),
] as const;
export type ProtocolNumber = (typeof protocolNumbers)[number];

/** A protocol as somebody types it; empty is not said. */
export type TypedProtocol = { readonly [Name in ProtocolNumber]: string } & {
  readonly instruction: string;
  readonly arms: NonNullable<TestProtocol['arms']> | '';
};

export function typedProtocolOf(protocol: TestProtocol, language: Language): TypedProtocol {
  const numberOf = (name: ProtocolNumber) => {
    const value = protocol[name];
    return value === undefined ? '' : typedNumber(value, decimalsOf(value), language);
  };
  return {
    instruction: protocol.instruction ?? '',
    arms: protocol.arms ?? '',
    body_mass_kg: numberOf('body_mass_kg'),
    load_kg: numberOf('load_kg'),
    push_off_m: numberOf('push_off_m'),
    box_height_m: numberOf('box_height_m'),
    body_height_m: numberOf('body_height_m'),
    tare_n: numberOf('tare_n'),
  };
}
