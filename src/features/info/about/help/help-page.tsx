import { useEffect, useRef, type ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { navigate, useQuery } from '../../../../platform/routing/router.tsx';
import { Button, TextLink } from '../../../../ui/action/button.tsx';
import { EmptyState } from '../../../../ui/feedback/states.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Card } from '../../../../ui/layout/layout.tsx';
import { plural } from '../../../../ui/text/format-text.ts';
import { GoOn, Part, TextPage } from '../text-page.tsx';
import { type Subject, SUBJECTS, type Question } from './questions.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './help-page.module.css';

/** ‘e-mail’ and ‘e mail’ as ‘email’: people write it in all three ways. */
const JOINED = /\be[-\s]?mail/gu;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(JOINED, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

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

const SEARCH_MAX_CHARS = 60;

const addressOf = (text: string, id = ''): string =>
  `/help${text === '' ? '' : `?q=${encodeURIComponent(text)}`}${id === '' ? '' : `#${id}`}`;

/** Opens the question that the address names, when the page opens and when a link within it is followed. */
function useNamedQuestion(): void {
  useEffect(() => {
    const open = (): void => {
      const named = document.getElementById(location.hash.slice(1));
      if (!(named instanceof HTMLDetailsElement)) return;
      named.open = true;
      named.scrollIntoView();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
}

interface AskedProps extends Question {
  readonly onOpen: () => void;
}

function Asked({ id, asks, answer, link, onOpen }: AskedProps): ReactElement {
  return (
    <details
      id={id}
      className={css['question']}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen();
      }}
    >
      <summary className="line">
        <span className="grow">{asks}</span>
        <Icon of={chevronDownIcon} size="sm" />
      </summary>
      <div className={cx('stack g1', css['answer'])}>
        <p>{answer}</p>
        {link && <TextLink href={link.href}>{link.name}</TextLink>}
      </div>
    </details>
  );
}

export default function HelpPage(): ReactElement {
  const text = (useQuery().get('q') ?? '').slice(0, SEARCH_MAX_CHARS);
  const field = useRef<HTMLInputElement>(null);
  useNamedQuestion();
  const search = (next: string): void => navigate(addressOf(next), { replace: true });
  const found = findQuestions(SUBJECTS, text);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <TextPage title="Help" lead="Short answers, which also open without a network.">
      <search>
        <Field label="Search for a word">
          <Input
            ref={field}
            type="search"
            value={text}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_MAX_CHARS}
            placeholder="PIN, withdraw, code…"
            onChange={({ target }) => search(target.value)}
          />
        </Field>
        <p className="vh" role="status">
          {text === '' ? '' : `${plural(count, 'answer', 'answers')} found`}
        </p>
      </search>
      {found.map(({ title, questions }) => (
        <Part key={title} title={title}>
          <Card>
            {questions.map((question) => (
              <Asked
                key={question.id}
                {...question}
                onOpen={() => {
                  if (location.hash !== `#${question.id}`)
                    navigate(addressOf(text, question.id), { replace: true });
                }}
              />
            ))}
          </Card>
        </Part>
      ))}
      {count === 0 && (
        <EmptyState
          title="No answer found"
          action={
            <Button
              onClick={() => {
                search('');
                field.current?.focus();
              }}
            >
              Show all questions
            </Button>
          }
        >
          Try fewer words, or write to us.
        </EmptyState>
      )}
      <GoOn to={{ 'Write to us': '/contact', 'Read the rules': '/rules' }} />
    </TextPage>
  );
}
