import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import type { ReactNode } from 'react';
import { ApiError } from '../../../../kit/call/api-error';
import { DriverFrame } from '../frame';
import type { Driver } from '../use-driver';

export interface ScanProps {
  driver: Driver & { tasks: DriverTask[] };
  code: string;
}

/** The result of a scan as a sentence. */
export function Said(props: { driver: Driver; title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <DriverFrame title="扫码" driver={props.driver}>
      <div className="transport-driver-app-empty">
        <b>{props.title}</b>
        <p>{props.text}</p>
        {props.children}
      </div>
    </DriverFrame>
  );
}

/** The server's own sentence about a failure, or that the server cannot be reached. */
export const failureText = (error: unknown, offline: string): string =>
  error instanceof ApiError && error.code > 0 ? error.message : offline;
