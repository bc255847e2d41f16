// `npm run budgets` prints compressed sizes and exits 1 where a budget is exceeded.
import path from 'node:path';
import { type BudgetRow, weigh } from './budgets/budgets.ts';
import { BuiltApp } from './budgets/built-app.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';

const inKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

function printTable(rows: readonly BudgetRow[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${'brotli, kB'.padEnd(width + 2)}   size  budget`);
  for (const { name, bytes, budgetBytes } of rows) {
    const mark = bytes > budgetBytes ? '✗' : '✓';
    const size = inKilobytes(bytes).padStart(6);
    console.log(`${mark} ${name.padEnd(width)} ${size} ${inKilobytes(budgetBytes).padStart(7)}`);
  }
}

try {
  const rows = await weigh(new BuiltApp(path.join(REPOSITORY_ROOT, 'dist', 'app')));
  const exceeded = rows.filter(({ bytes, budgetBytes }) => bytes > budgetBytes);
  printTable(rows);
  console.log(`budgets: ${rows.length - exceeded.length} passed, ${exceeded.length} failed`);
  if (exceeded.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
