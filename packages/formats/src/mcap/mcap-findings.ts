import type { Finding } from '../recording.ts';

/** What reading an MCAP says to people. */

const warning = (fr: string, en: string): Finding => ({ type: 'WARN', msg: { fr, en } });

export function compressedOtherwise(compression: string): Finding {
  return warning(
    `Ce qui est comprimé par ${compression} n’a pas été lu\u00a0: écrivez le fichier avec zstd ou sans compression.`,
    `What is compressed by ${compression} was not read: write the file with zstd or without compression.`,
  );
}

export function skippedBytes(bytes: number): Finding {
  return warning(`${bytes} octets illisibles ont été sautés.`, `${bytes} unreadable bytes were skipped.`);
}

/** Names that are said; of more, how many there are. */
const namesSaid = 5;

export function otherEncodings(topics: readonly string[]): Finding {
  const names = topics.slice(0, namesSaid).map((topic) => topic.slice(0, 100));
  const said = [...names, ...(topics.length > namesSaid ? ['…'] : [])].join(', ');
  return warning(
    `Sujets laissés de côté, dont les messages ne sont pas en JSON\u00a0: ${topics.length} (${said}).`,
    `Topics left out, whose messages are not JSON: ${topics.length} (${said}).`,
  );
}

export function tooManyTopics(count: number, most: number): Finding {
  return warning(
    `Sujets laissés de côté au-delà des ${most} premiers\u00a0: ${count}.`,
    `Topics left out beyond the first ${most}: ${count}.`,
  );
}

export function unreadMessages(count: number): Finding {
  return warning(
    `Messages illisibles, laissés de côté\u00a0: ${count}.`,
    `Messages that cannot be read, left out: ${count}.`,
  );
}

export function tooManyNumbers(topic: string, most: number): Finding {
  return warning(
    `Nombres laissés de côté au-delà des ${most} premiers de «\u00a0${topic}\u00a0».`,
    `Numbers left out beyond the first ${most} of “${topic}”.`,
  );
}
