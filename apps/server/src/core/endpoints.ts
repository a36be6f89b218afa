import * as contract from '@tongda/contract';
import type { Endpoint } from '@tongda/contract/core/endpoint';

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

/** Every endpoint that the contract declares, each once. */
export function allEndpoints(): Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const module of Object.values(contract) as Array<Record<string, unknown>>) {
    for (const value of Object.values(module)) if (isEndpoint(value)) found.set(`${value.method} ${value.path}`, value);
  }
  return [...found.values()];
}
