import { type ErrorBody, fieldSentence, type Refusal } from '@sillage/contract';

/** Fields that the sentence names; `fields` holds all of them. */
const mostNamed = 3;

/** The wire form of a refusal. Which field breaks which rule stands in the sentence as well: many programs show nothing else. */
export function explainRefusal(refusal: Refusal): ErrorBody {
  const body = refusal.body();
  if (body.fields === undefined || !refusal.code.startsWith('request.')) return body;
  const named = Object.entries(body.fields).slice(0, mostNamed);
  const said = named.map(([path, code]) => ({ path, sentence: fieldSentence(code) }));
  const fr = said.map(({ path, sentence }) => `${path || 'corps de la demande'}\u00a0: ${sentence.fr}.`);
  const en = said.map(({ path, sentence }) => `${path || 'body of the request'}: ${sentence.en}.`);
  return { ...body, message: { fr: [body.message.fr, ...fr].join(' '), en: [body.message.en, ...en].join(' ') } };
}
