import * as contract from '@tongda/contract';
import type { Endpoint, MenuAccess } from '@tongda/contract/core/endpoint';

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'access' in value &&
    'input' in value &&
    'output' in value
  );
}

const declared: Endpoint[] = [];
/** Adds endpoints that are made from declarations (reports) and are therefore not exported by the contract's index. */
export function declareEndpoints(endpoints: readonly Endpoint[]): void {
  declared.push(...endpoints);
}

/** All endpoints of the contract, each once. */
export function listEndpoints(): Endpoint[] {
  const found = new Map<string, Endpoint>(declared.map((e) => [`${e.method} ${e.path}`, e]));
  // the index re-exports namespaces
  for (const module of Object.values(contract) as Array<Record<string, unknown>>) {
    for (const value of Object.values(module)) if (isEndpoint(value)) found.set(`${value.method} ${value.path}`, value);
  }
  return [...found.values()];
}

type Right = MenuAccess & { path: string };
const isRight = (value: unknown): value is Right =>
  typeof value === 'object' && value !== null && 'menu' in value && 'path' in value && value.path !== undefined;

/** All button rights of the contract: those that endpoints ask for, and those that a handler asks for one part of its work (查看完整信息). */
export function listRights(): Right[] {
  // the index re-exports namespaces
  const declared = Object.values(contract as Record<string, Record<string, unknown>>).flatMap((module) =>
    Object.values(module).filter(isRight),
  );
  const asked = listEndpoints().flatMap(({ access }) => (isRight(access) ? [access] : []));
  return [...declared, ...asked];
}
