export function sumOf(metrics: string, name: string, ...labels: readonly string[]): number {
  const values = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.reduce((sum, value) => sum + value, 0);
}
