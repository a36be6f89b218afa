import type { DriverTask, TaskStop } from '@tongda/contract/transport/driver-app/calls';
import type { ScannedStore } from '@tongda/contract/transport/driver-app/scan';
import { stopStatus } from '@tongda/contract/transport/waybill/enums';

export interface StoreVisit {
  task: DriverTask;
  stop: TaskStop;
  state: 'toDepart' | 'toCome' | 'arrived' | 'left';
  /** the code was scanned there before */
  scanned: boolean;
}

/** The stops at a store as they are once everything on the phone has reached the server; those of trips that the phone does not know are left out. */
export function visitsAt(tasks: readonly DriverTask[], stops: ScannedStore['stops']): StoreVisit[] {
  return stops.flatMap(({ waybillCode, stopId, scanTime }) => {
    const task = tasks.find((one) => one.waybillCode === waybillCode);
    const stop = task?.stops.find(({ id }) => id === stopId);
    return task && stop ? [{ task, stop, state: stateOf(task, stop), scanned: scanTime !== null }] : [];
  });
}

function stateOf(task: DriverTask, stop: TaskStop): StoreVisit['state'] {
  if (task.actualDepartTime === null) return 'toDepart';
  if (stop.stopStatus === stopStatus.toCome) return 'toCome';
  return stop.stopStatus === stopStatus.arrived ? 'arrived' : 'left';
}
