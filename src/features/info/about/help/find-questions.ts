import type { Subject } from './questions.ts';

/** ‘e-mail’ and ‘e mail’ as ‘email’: people write it in all three ways. */
const JOINED = /\be[-\s]?mail/gu;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(JOINED, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether the words of a question begin with every word that was typed. */
function fits(text: string, typed: readonly string[]): boolean {
  const words = wordsOf(text);
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** The questions that speak of everything that was typed; all of them for nothing typed. Subjects without one drop out. */
export function findQuestions(subjects: readonly Subject[], text: string): Subject[] {
  const typed = wordsOf(text);
  return subjects
    .map(({ title, questions }) => ({
      title,
      questions: questions.filter(({ asks, answer, also = '' }) =>
        fits(`${title} ${asks} ${answer} ${also}`, typed),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
}
