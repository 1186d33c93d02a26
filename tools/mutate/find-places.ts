import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BinaryExpression,
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isBooleanLiteral,
  isCallExpression,
  isElementAccessExpression,
  isExportDeclaration,
  isExpressionStatement,
  isForStatement,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isTypeAliasDeclaration,
  isTypeNode,
  isWhileStatement,
  type Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { type Edit, indexesOf, type Kind, type Place } from './place.ts';
import { sqlEdits } from './sql-edits.ts';

const PRODUCT = /^(server\/(features|platform|domain)|packages\/(sdk|cli)\/src)\/.*\.ts$/;
/** Not the product, or code that only `npm run test:citus` runs, on a cluster. */
const LEFT_OUT = /\.test\.ts$|\/(testing|generated|demo-company)\/|cluster|citus|distribut/;
/** What people read. */
const PROSE = /^(summary|description|examples?|title|detail|meaning)$/;
/** A longer change would hardly be a typing mistake. */
const MAX_LINES = 10;

export function isProduct(path: string): boolean {
  return PRODUCT.test(path) && !LEFT_OUT.test(path);
}

/** All places of the product that could be changed, always in the same order. */
export function findPlaces(checkout: string): Place[] {
  const api = new API({ cwd: checkout });
  try {
    const config = join(checkout, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`${config} cannot be read.`);
    const paths = globSync('{server,packages}/**/*.ts', { cwd: checkout }).filter(isProduct).sort();
    return paths.flatMap((path) => {
      const source = project.program.getSourceFile(join(checkout, path));
      return source === undefined ? [] : placesIn(path, source);
    });
  } finally {
    api.close();
  }
}

function placesIn(path: string, source: SourceFile): Place[] {
  const edits: Edit[] = [];
  const statuses = statusesIn(source);
  visit(source, (node) => {
    edits.push(...editsAt(node, source, statuses));
  });
  return edits.flatMap((edit) => placeFor(path, source.text, edit));
}

function editsAt(node: Node, source: SourceFile, statuses: readonly string[]): Edit[] {
  if (isIfStatement(node)) return ifEdits(node.expression, node.thenStatement, source);
  if (isBinaryExpression(node)) return binaryEdits(node, source);
  if (isCallExpression(node)) return callEdits(node, source);
  if (isExpressionStatement(node)) return emitEdits(node.expression, node, source);
  if (isElementAccessExpression(node)) {
    const isFirst = node.argumentExpression.getText(source) === '0' && !node.questionDotToken;
    return isFirst ? [edit('order', node.expression.end, node.end, '.at(-1)')] : [];
  }
  if (isBooleanLiteral(node)) {
    return [replace('value', node, source, node.getText(source) === 'true' ? 'false' : 'true')];
  }
  if (isPropertyAssignment(node) && /^status(Code)?$/.test(node.name.getText(source))) {
    return statusEdits(node.initializer, source, statuses);
  }
  const isText = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node);
  return isText || isTemplateExpression(node) ? textEdits(node, source) : [];
}

/** Does not enter types, imports, texts for people, and what ends a loop. */
function visit(node: Node, see: (node: Node) => void): void {
  if (isTypeNode(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)) return;
  if (isImportDeclaration(node) || isExportDeclaration(node)) return;
  if (isPropertyAssignment(node) && PROSE.test(node.name.getText())) return;
  // A loop that never ends would only show after the time limit.
  if (isForStatement(node) || isWhileStatement(node)) {
    visit(node.statement, see);
    return;
  }
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** The lines around an edit, and the same lines with it. */
function placeFor(path: string, source: string, { kind, start, end, text }: Edit): Place[] {
  const [from, to] = [source.lastIndexOf('\n', start - 1) + 1, source.indexOf('\n', end)];
  const before = source.slice(from, to).split('\n');
  if (to < 0 || before.length > MAX_LINES) return [];
  const changed = `${source.slice(from, start)}${text}${source.slice(end, to)}`;
  const after = changed.trim() === '' ? [] : changed.split('\n');
  const line = source.slice(0, from).split('\n').length - 1;
  const occurrence = indexesOf(source.split('\n'), before).indexOf(line) + 1;
  return [{ path, kind, before, after, occurrence }];
}

/** A guard that never applies; or, if it does not end the function, one that always does. */
function ifEdits(condition: Node, then: Statement, source: SourceFile): Edit[] {
  const never = replace('condition', condition, source, 'false');
  return endsHere(then) ? [never] : [never, replace('condition', condition, source, 'true')];
}

function endsHere(statement: Statement): boolean {
  const last = isBlock(statement) ? statement.statements.at(-1) : statement;
  const ends = [
    SyntaxKind.ReturnStatement,
    SyntaxKind.ThrowStatement,
    SyntaxKind.ContinueStatement,
    SyntaxKind.BreakStatement,
  ];
  return last !== undefined && ends.includes(last.kind);
}

const OTHER_OPERATOR: Record<string, [Kind, string]> = {
  '<': ['order', '<='],
  '<=': ['order', '<'],
  '>': ['order', '>='],
  '>=': ['order', '>'],
  '===': ['value', '!=='],
  '!==': ['value', '==='],
};

function binaryEdits(node: BinaryExpression, source: SourceFile): Edit[] {
  const { left, operatorToken, right } = node;
  const operator = operatorToken.getText(source);
  if (operator === '&&' || operator === '||') {
    return [left, right].map((kept) => replace('condition', node, source, kept.getText(source)));
  }
  if (operator === '=' && /\.statusCode$/.test(left.getText(source))) {
    return statusEdits(right, source, []);
  }
  const [kind, other] = OTHER_OPERATOR[operator] ?? [];
  return kind && other ? [replace(kind, operatorToken, source, other)] : [];
}

const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['findIndex', 'findLastIndex'],
  ['findLastIndex', 'findIndex'],
  ['shift', 'pop'],
  ['pop', 'shift'],
  ['unshift', 'push'],
  ['push', 'unshift'],
]);

/** Names that are easily confused when they are passed one after the other. */
const PAIRS = [
  'before after',
  'from to',
  'start end',
  'first last',
  'previous next',
  'earliest latest',
  'oldest newest',
  'min max',
];

function callEdits(node: CallExpression, source: SourceFile): Edit[] {
  return [...methodEdits(node, source), ...argumentEdits(node, source)];
}

function methodEdits({ expression, arguments: given }: CallExpression, source: SourceFile): Edit[] {
  if (!isPropertyAccessExpression(expression)) return [];
  const name = expression.name.getText(source);
  const [first] = given;
  if (/^Math\.(min|max)$/.test(expression.getText(source))) {
    return [replace('order', expression.name, source, name === 'min' ? 'max' : 'min')];
  }
  const other = OTHER_METHOD.get(name);
  if (other !== undefined) return [replace('order', expression.name, source, other)];
  if (first === undefined) return [];
  const text = first.getText(source);
  if (name === 'at' && text === '0') return [replace('order', first, source, '-1')];
  if (name === 'at' && text === '-1') return [replace('order', first, source, '0')];
  if (/^(code|status|writeHead)$/.test(name)) return statusEdits(first, source, []);
  if (!/^(sort|toSorted)$/.test(name) || !isArrowFunction(first)) return [];
  const [one, two, ...more] = first.parameters;
  return one && two && more.length === 0 ? [swap(one, two, source)] : [];
}

function argumentEdits({ arguments: given }: CallExpression, source: SourceFile): Edit[] {
  return given.slice(1).flatMap((two, index) => {
    const one = given[index];
    if (one === undefined) return [];
    const names = [one.getText(source), two.getText(source)];
    const isPair = PAIRS.includes(names.join(' ')) || PAIRS.includes(names.toReversed().join(' '));
    return isPair ? [swap(one, two, source)] : [];
  });
}

/** The whole statement, and if it emits several events, each of them. */
function emitEdits(expression: Node, statement: Node, source: SourceFile): Edit[] {
  const call = isAwaitExpression(expression) ? expression.expression : expression;
  if (!isCallExpression(call)) return [];
  if (!/(^|\.)emit([A-Z]\w*)?$/.test(call.expression.getText(source))) return [];
  const whole = replace('event', statement, source, isBlock(statement.parent) ? '' : '{}');
  const events = [...call.arguments].flatMap((argument) =>
    isArrayLiteralExpression(argument) ? [...argument.elements] : [argument],
  );
  const each = events.filter((event) => /^pendingEvent\(/.test(event.getText(source)));
  if (each.length < 2) return [whole];
  return [whole, ...each.map((event) => withoutEvent(event, source))];
}

/** With the comma after it, if there is one. */
function withoutEvent(event: Node, source: SourceFile): Edit {
  const comma = /^\s*,/.exec(source.text.slice(event.end))?.[0].length ?? 0;
  return edit('event', event.getStart(source), event.end + comma, '');
}

const OTHER_STATUS: Record<string, string> = {
  200: '201',
  201: '200',
  202: '200',
  204: '200',
  400: '422',
  401: '403',
  403: '404',
  404: '403',
  408: '400',
  409: '422',
  410: '404',
  413: '400',
  415: '400',
  422: '400',
  429: '503',
  500: '503',
  503: '500',
};

/** Another status of HTTP, or the next status of a record that the file names. */
function statusEdits(value: Node, source: SourceFile, statuses: readonly string[]): Edit[] {
  const other = isNumericLiteral(value)
    ? OTHER_STATUS[value.text]
    : statuses[(statuses.indexOf(value.getText(source)) + 1) % statuses.length];
  const isKnown = isNumericLiteral(value) || statuses.includes(value.getText(source));
  if (!isKnown || other === undefined || other === value.getText(source)) return [];
  return [replace('value', value, source, other)];
}

function statusesIn(source: SourceFile): string[] {
  const found = source.text.matchAll(/\bstatus(?:: | === | !== )('[a-z_]+')/g);
  return [...new Set([...found].map(([, status = '']) => status))].sort();
}

/** Of a text in SQL, without the expressions in it. */
function textEdits(node: Expression, source: SourceFile): Edit[] {
  const start = node.getStart(source) + 1;
  let text = source.text.slice(start, node.end - 1);
  for (const { expression } of isTemplateExpression(node) ? node.templateSpans : []) {
    const [from, to] = [expression.pos - start, expression.end - start];
    text = text.slice(0, from) + '#'.repeat(to - from) + text.slice(to);
  }
  return sqlEdits(text).map((one) => edit(one.kind, start + one.start, start + one.end, one.text));
}

function replace(kind: Kind, node: Node, source: SourceFile, text: string): Edit {
  return edit(kind, node.getStart(source), node.end, text);
}

function swap(one: Node, two: Node, source: SourceFile): Edit {
  const text = `${two.getText(source)}, ${one.getText(source)}`;
  return edit('order', one.getStart(source), two.end, text);
}

function edit(kind: Kind, start: number, end: number, text: string): Edit {
  return { kind, start, end, text };
}
