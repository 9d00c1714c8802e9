import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { button, type Stage } from './stage.ts';

/** What a test says of a record: its numbers, why, and its phases on the curves. */
export function tellAnalysisStories(stage: () => Stage): void {
  test('I read how high a jump of the demo was, how that was found, and see its phases', async () => {
    const { desk, coach } = stage();
    const { records } = await coach.call(api.listRecords, { body: { search: 'cmj' } });
    const id = records[0]?.id ?? 0;
    const [expected] = [await coach.call(api.runAnalysis, { params: { id }, body: { analysis: 'cmj' } })];
    await stage().open(desk, id);
    await button(desk, 'Fiche').first().click();
    await desk.getByRole('tab', { name: 'Analyse' }).click();
    const height = button(desk, /^Hauteur \(impulsion\)/);
    await height.waitFor();
    expect(await height.textContent()).toContain(expected.values.heightImpulse?.value?.toFixed(3).replace('.', ','));
    await button(desk, /^RSI modifié/).click();
    await desk.getByText('Ebben & Petushek 2010').waitFor();
    expect(await audit(desk)).toEqual([]);
    const figures = desk.getByRole('region', { name: 'Figures' });
    await figures.getByRole('img', { name: /^Force–vitesse/ }).waitFor();
    await figures.getByRole('img', { name: /^Force–vitesse/ }).scrollIntoViewIfNeeded();
    expect(await audit(desk)).toEqual([]);
    await button(desk, /^Poussée/).click();
    expect(await button(desk, /^Poussée/).getAttribute('aria-pressed')).toBe('true');
    // The panel is remembered, and other stories open it themselves.
    await button(desk, 'Replier la fiche').click();
  });

  test('I am told why a jump gives no numbers, and what weighing it wants', async () => {
    const { phone } = stage();
    const { id } = await stage().record('jump');
    await stage().open(phone, id);
    await phone.getByRole('tab', { name: 'Analyse' }).tap();
    await phone.getByText('Refusé').waitFor();
    expect(await audit(phone)).toEqual([]);
    await phone.getByText('Changer les paramètres').tap();
    await phone.getByLabel(/^Fin de la pesée/).fill('0,06');
    await phone.getByLabel(/^Fin de la pesée/).press('Enter');
    await waitUntil('a height', async () => /\d/.test((await button(phone, /^Hauteur \(imp/).textContent()) ?? ''));
    await phone.getByText(/La pesée dure/).waitFor();
  });
}
