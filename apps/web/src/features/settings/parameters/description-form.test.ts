import { expect, it } from 'vitest';
import { descriptionOf, emptyDescription, judgeDescription } from './description-form.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const judge = async (fields: Partial<typeof emptyDescription>) =>
  (await judgeDescription({ ...emptyDescription, name: 'a::b::c', ...fields }, undefined, options)).errors;

it('reads defaults, items and rows as they are typed', () => {
  const of = (fields: Partial<typeof emptyDescription>) =>
    descriptionOf({ ...emptyDescription, name: 'a::b', ...fields });
  expect(of({ initial: '1,5' }).default).toBe(1.5);
  expect(of({ type: 'bool', initial: 'oui' }).default).toBe(true);
  expect(of({ type: 'table', initial: 'Nage = 1\n2=1' }).default).toEqual(['Nage=1', '2=1']);
  expect(of({ type: 'list', items: 'g=Gauche\nd', initial: 'g' })).toMatchObject({
    default: 'g',
    items: [
      { value: 'g', title: { fr: 'Gauche' } },
      { value: 'd', title: { fr: 'd' } },
    ],
  });
});

it('says what it does in each language, the one that was typed where the other was not', () => {
  const hint = (fields: Partial<typeof emptyDescription>) =>
    descriptionOf({ ...emptyDescription, name: 'a::b', ...fields }).hint;
  expect(hint({ hintFr: ' Seuil ', hintEn: 'Threshold' })).toEqual({ fr: 'Seuil', en: 'Threshold' });
  expect(hint({ hintEn: 'Threshold' })).toEqual({ fr: 'Threshold', en: 'Threshold' });
  expect(hint({ hintFr: 'Seuil' })).toEqual({ fr: 'Seuil', en: 'Seuil' });
});

it('refuses on its field what the endpoint would refuse', async () => {
  expect(await judge({ initial: '2' })).toEqual({});
  for (const name of ['a b', 'badname', 'a::b', 'a::b::c::d']) {
    expect((await judge({ name })).name?.message).toBe('invalidFormat');
  }
  expect((await judge({ type: 'int', initial: '100000000000000000000' })).initial?.message).toBe('safeInteger');
  expect((await judge({ type: 'list', items: 'x\ny', initial: 'z' })).initial?.message).toBe('unknown');
  expect((await judge({ initial: 'beaucoup' })).initial?.message).toBe('number');
  expect((await judge({ type: 'table', initial: 'Nage' })).initial?.message).toBe('tableRow');
});
