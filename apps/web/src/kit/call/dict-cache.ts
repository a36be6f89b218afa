import { minuteMs } from '@tongda/contract/core/durations';
import { constants } from '@tongda/contract/shell/constants';

/** One entry of a dictionary. */
export interface DictItem {
  code: string | number | boolean;
  name: string;
}

const { batchMs } = constants.dictionary;
const lifeMs = constants.dictionary.cacheMin * minuteMs;

type Fetch = (codes: string[]) => Promise<Record<string, DictItem[]>>;

/**
 * Dictionary look-ups: those of 100 ms travel as one request, answers are kept 10 minutes, a failed request is not kept, an unknown
 * code is an empty list.
 */
export function createDictCache(fetchCodes: Fetch) {
  const kept = new Map<string, { at: number; items: Promise<DictItem[]> }>();
  let waiting: Map<string, Array<PromiseWithResolvers<DictItem[]>>> | null = null;

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = null;
    if (!batch) return;
    try {
      const answer = await fetchCodes([...batch.keys()]);
      for (const [code, askers] of batch) for (const asker of askers) asker.resolve(answer[code] ?? []);
    } catch (error) {
      for (const [code, askers] of batch) {
        kept.delete(code);
        for (const asker of askers) asker.reject(error);
      }
    }
  }

  return (code: string): Promise<DictItem[]> => {
    const known = kept.get(code);
    if (known && Date.now() - known.at < lifeMs) return known.items;
    if (!waiting) {
      waiting = new Map();
      setTimeout(() => void flush(), batchMs);
    }
    const asker = deferred<DictItem[]>();
    waiting.set(code, [...(waiting.get(code) ?? []), asker]);
    kept.set(code, { at: Date.now(), items: asker.promise });
    return asker.promise;
  };
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}
function deferred<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
