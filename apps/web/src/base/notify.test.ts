import { refuse } from '@sillage/contract';
import { expect, it } from 'vitest';
import { useAppearance } from './appearance.ts';
import { notifyFailedAction, sentenceOfRefusal, useNotices } from './notify.ts';

it('a refusal that no field can be marked for says the rules in words, each once, and no name of the program', () => {
  useAppearance.getState().setLanguage('fr');
  const fields = { 'args.rec_ids': 'unknown', 'args.client_id': 'unknown', timestamp: 'date' };
  expect(sentenceOfRefusal(refuse('request.invalid', {}, fields).body())).toBe(
    'La demande contient des champs invalides. Corrigez-les puis réessayez. (Inconnu, ou hors de votre portée · Date invalide)',
  );
  expect(sentenceOfRefusal(refuse('request.invalid').body())).toBe(
    'La demande contient des champs invalides. Corrigez-les puis réessayez.',
  );
  expect(sentenceOfRefusal(refuse('permission.denied', {}, { roles: 'forbidden' }).body())).toBe(
    'Votre rôle ne permet pas cette action. Demandez à un responsable.',
  );
});

it('an action that failed of a problem that nobody foresaw says so; one that was given up says nothing', () => {
  useAppearance.getState().setLanguage('fr');
  notifyFailedAction(new TypeError('crypto.randomUUID is not a function'));
  notifyFailedAction(new DOMException('', 'AbortError'));
  expect(useNotices.getState().waiting).toEqual([
    { kind: 'error', text: 'L’action n’a pas abouti. Rechargez la page puis réessayez.' },
  ]);
});
