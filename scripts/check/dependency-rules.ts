import type { Module, ModuleGraph, ModuleImport } from './module-graph.ts';

export interface Violation {
  readonly rule: string;
  /** `file:line`, or the file. */
  readonly at: string;
  readonly message: string;
}

/** What a context may import at run time and as types; a folder that is not listed may import anything. */
const CONTEXTS: Readonly<Record<string, { values: readonly string[]; types: readonly string[] }>> =
  {
    contract: { values: [], types: [] },
    local: { values: ['contract'], types: [] },
    workers: { values: ['contract', 'local'], types: [] },
    sw: { values: ['contract', 'local'], types: [] },
    src: { values: ['contract', 'local'], types: ['workers'] },
    documents: { values: ['contract'], types: [] },
    server: { values: ['contract', 'documents'], types: [] },
  };

/** Layers of the page, outermost first: each may import itself and those after it, but the last two not each other. */
const PAGE_LAYERS = ['app', 'features', 'domain', 'platform', 'ui'];

/** Ground of the server that every domain stands on; every other folder of `server/` is a domain. */
const SERVER_GROUND = new Set(['db', 'ledger', 'http', 'jobs', 'web', 'config', 'lib']);

/** Contexts that a phone downloads. */
const CLIENT_CONTEXTS = new Set(['src', 'workers', 'local', 'sw']);
/** Weighs more than the rest of the data layer and belongs to the server. */
const SERVER_ONLY_PACKAGES = new Set(['typebox', '@fastify/type-provider-typebox']);

const folderOf = (file: string, depth: number): string => file.split('/')[depth] ?? '';
/** Folder of a file below its context, or '' for a file at the context's root. */
const areaOf = (file: string): string => (file.split('/').length > 2 ? folderOf(file, 1) : '');
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isRoutes = (file: string): boolean => /(?:^|[/.-])routes\.ts$/.test(file);
const isRepository = (file: string): boolean => /[/.-]repo\.ts$/.test(file);

type EdgeRule = (from: string, to: string, found: ModuleImport) => string | undefined;

const contextRule: EdgeRule = (from, to, { typeOnly }) => {
  const [source, target] = [folderOf(from, 0), folderOf(to, 0)];
  const allowed = CONTEXTS[source];
  if (!allowed || source === target || allowed.values.includes(target)) return undefined;
  if (allowed.types.includes(target)) {
    return typeOnly ? undefined : `${source}/ may import only types from ${target}/`;
  }
  return `${source}/ may not import ${to.includes('/') ? `${target}/` : to}`;
};

const pageLayerRule: EdgeRule = (from, to) => {
  if (!from.startsWith('src/') || !to.startsWith('src/')) return undefined;
  const [source, target] = [areaOf(from) || 'app', areaOf(to) || 'app'];
  const isSideways = source === 'platform' && target === 'ui';
  if (isSideways || PAGE_LAYERS.indexOf(target) < PAGE_LAYERS.indexOf(source)) {
    return `src/${source}/ may not import src/${target}/: the layers go app → features → domain → platform, ui`;
  }
  if (source === 'features' && target === 'features' && folderOf(from, 2) !== folderOf(to, 2)) {
    return `a feature may not import another feature (${folderOf(to, 2)}); move what both need to src/domain`;
  }
  return undefined;
};

const serverDomainRule: EdgeRule = (from, to) => {
  if (!from.startsWith('server/') || !to.startsWith('server/')) return undefined;
  const [source, target] = [areaOf(from), areaOf(to)];
  if (source === target || target === '' || SERVER_GROUND.has(target)) return undefined;
  if (isRepository(to)) {
    return `tables of ${target} are its own; call one of its use cases instead of ${to}`;
  }
  if (isRoutes(to) && source !== '') {
    return `only server/app.ts and its neighbours wire routes; server/${source}/ may not import ${to}`;
  }
  return undefined;
};

const EDGE_RULES: Readonly<Record<string, EdgeRule>> = {
  contexts: contextRule,
  'page-layers': pageLayerRule,
  'server-domains': serverDomainRule,
};

function checkEdges(graph: ModuleGraph): Violation[] {
  const violations: Violation[] = [];
  for (const module of graph.values()) {
    if (isTest(module.path)) continue;
    for (const found of module.imports) {
      if (found.isPackage) continue;
      for (const [rule, judge] of Object.entries(EDGE_RULES)) {
        const message = judge(module.path, found.target, found);
        if (message) violations.push({ rule, at: `${module.path}:${found.line}`, message });
      }
    }
  }
  return violations;
}

function checkBarrels(graph: ModuleGraph): Violation[] {
  return [...graph.values()]
    .filter((module) => module.isBarrel)
    .map(({ path }) => ({
      rule: 'no-barrels',
      at: path,
      message: 'this file only re-exports; import from where things are defined',
    }));
}

const runTimeFiles = (module: Module, graph: ModuleGraph): string[] =>
  module.imports
    .filter((found) => !found.typeOnly && !found.isPackage && graph.has(found.target))
    .map((found) => found.target);

/** Shortest chain of run-time imports from `start` to a module that satisfies `isGoal`. */
function findChain(
  graph: ModuleGraph,
  start: string,
  isGoal: (module: Module, depth: number) => boolean,
): string[] | undefined {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let chain = queue.shift(); chain; chain = queue.shift()) {
    const module = graph.get(chain.at(-1) ?? '');
    if (!module || seen.has(module.path)) continue;
    if (isGoal(module, chain.length)) return chain;
    seen.add(module.path);
    for (const next of runTimeFiles(module, graph)) queue.push([...chain, next]);
  }
  return undefined;
}

function checkCycles(graph: ModuleGraph): Violation[] {
  const reported = new Set<string>();
  const violations: Violation[] = [];
  for (const path of graph.keys()) {
    const chain = findChain(graph, path, (module) => runTimeFiles(module, graph).includes(path));
    const key = chain?.toSorted().join(' ');
    if (!chain || !key || reported.has(key)) continue;
    reported.add(key);
    violations.push({
      rule: 'no-cycles',
      at: path,
      message: `imports itself: ${[...chain, path].join(' → ')}`,
    });
  }
  return violations;
}

function checkServerOnlyPackages(graph: ModuleGraph): Violation[] {
  const reaches = (module: Module): boolean =>
    module.imports.some(
      (found) => !found.typeOnly && found.isPackage && SERVER_ONLY_PACKAGES.has(found.target),
    );
  const violations: Violation[] = [];
  for (const path of graph.keys()) {
    if (!CLIENT_CONTEXTS.has(folderOf(path, 0)) || isTest(path)) continue;
    const chain = findChain(graph, path, reaches);
    if (!chain) continue;
    violations.push({
      rule: 'client-weight',
      at: path,
      message: `brings typebox to the phone: ${chain.join(' → ')}; import the type only, or move the constant to a file without schemas`,
    });
  }
  return violations;
}

/** Every breach of the house's import rules. */
export function findViolations(graph: ModuleGraph): Violation[] {
  return [
    ...checkEdges(graph),
    ...checkBarrels(graph),
    ...checkCycles(graph),
    ...checkServerOnlyPackages(graph),
  ];
}
