import type { DriverPlan } from '@tongda/contract/ground/route-plan/driver';
import type { DriverStep, DriverTask } from '@tongda/contract/transport/driver-app/calls';

/** Takes fields off each member of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A step as the page makes it; when it is sent it gets its age and its files. */
export type StepDraft = Without<DriverStep, 'key' | 'agoMs' | 'fileIds'>;

export interface OutboxPhoto {
  name: string;
  blob: Blob;
  signature: boolean;
  /** known once it was uploaded: it is not uploaded again */
  fileId: string | null;
  /** why the server does not take this picture; the step went without it */
  fault?: string;
}
/** A step on its way to the server, kept until the server has answered and the page shows what came of it. */
export interface OutboxRow {
  /** order of the steps; given by the database */
  seq: number;
  /** `<company>:<user>` whose step it is */
  who: string;
  key: string;
  /** when the button was pressed, by the clock of the phone */
  at: number;
  step: StepDraft;
  photos: OutboxPhoto[];
  /**
   * sent: taken, with effect; refused: kept by the server, without effect; held: the server has not kept it, so that the phone holds the only copy and
   * tries again when the page starts, at most once an hour, or when the driver says so
   */
  state: 'waiting' | 'sent' | 'refused' | 'held';
  /** sent with a lost picture: the trips as the server tells them have its effect, or what the desk made of it since */
  shown?: true;
  /** when the server last did not keep it, by the clock of the phone */
  heldAt?: number;
  msg: string;
  /** refused, but a fact of a door: the desk decides about it */
  conflict?: boolean;
}

const name = 'td-driver';
const rows = 'outbox';
const tasks = 'tasks';

let opening: Promise<IDBDatabase> | null = null;
function openOutboxDb(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(rows, { keyPath: 'seq', autoIncrement: true });
      request.result.createObjectStore(tasks);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** One request in a transaction of its own; resolves when it is on the disk. */
async function runRequest<T>(
  store: string,
  mode: IDBTransactionMode,
  ask: (of: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await openOutboxDb();
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    const request = ask(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const addRow = async (row: Omit<OutboxRow, 'seq'>): Promise<void> => {
  await runRequest(rows, 'readwrite', (store) => store.add(row));
};
export const putRow = async (row: OutboxRow): Promise<void> => {
  await runRequest(rows, 'readwrite', (store) => store.put(row));
};
export const deleteRow = (seq: number): Promise<undefined> =>
  runRequest(rows, 'readwrite', (store) => store.delete(seq));
/** Everything of one person, in the order it was done. */
export const rowsOf = async (who: string): Promise<OutboxRow[]> => {
  const all = await runRequest<OutboxRow[]>(rows, 'readonly', (store) => store.getAll());
  return all.filter((row) => row.who === who);
};

/** The trips as the server last answered them, for a start without a network. */
export const keepTasks = async (who: string, list: DriverTask[]): Promise<void> => {
  await runRequest(tasks, 'readwrite', (store) => store.put(list, who));
};
export const keptTasks = async (who: string): Promise<DriverTask[] | null> =>
  (await runRequest<DriverTask[] | undefined>(tasks, 'readonly', (store) => store.get(who))) ?? null;

/** The plans of runs, and those of them that were looked at while there was no network to say so; stored beside the trips. */
export interface PlanRead {
  id: string;
  sentTime: string;
  /** by the clock of the phone */
  at: number;
}
const plansKey = (who: string): string => `plans ${who}`;
const readsKey = (who: string): string => `reads ${who}`;
export const keepPlans = async (who: string, list: DriverPlan[]): Promise<void> => {
  await runRequest(tasks, 'readwrite', (store) => store.put(list, plansKey(who)));
};
export const keptPlans = async (who: string): Promise<DriverPlan[] | null> =>
  (await runRequest<DriverPlan[] | undefined>(tasks, 'readonly', (store) => store.get(plansKey(who)))) ?? null;
export const keepReads = async (who: string, list: PlanRead[]): Promise<void> => {
  await runRequest(tasks, 'readwrite', (store) => store.put(list, readsKey(who)));
};
export const keptReads = async (who: string): Promise<PlanRead[]> =>
  (await runRequest<PlanRead[] | undefined>(tasks, 'readonly', (store) => store.get(readsKey(who)))) ?? [];
