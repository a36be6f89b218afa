import type { ArrivalRow } from '@tongda/contract/transport/waybill/dock/arrival';
import {
  arrivalDock,
  arrivalDocks,
  arrivalUndock,
  type DockBooking,
} from '@tongda/contract/transport/waybill/dock/site-work';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';

const wire = 'YYYY-MM-DD HH:mm:00';
const stepMin = 15;
/** Half an hour when nobody said how long the work takes. */
const usualMin = 30;

/** The next quarter of an hour from `time` on, never one that is over. */
function nextQuarterHour(time: string | null): Dayjs {
  const wanted = time ? dayjs(time) : dayjs();
  const from = wanted.isBefore(dayjs()) ? dayjs() : wanted;
  const late = from.minute() % stepMin;
  return from.add(late === 0 ? 0 : stepMin - late, 'minute').second(0);
}

/** What is typed of a booking; null: nothing yet, then what is booked or what the plan suggests. */
interface Typed {
  dock: string | null;
  span: [Dayjs, Dayjs] | null;
  remark: string | null;
}

/** A booking of somebody else for the same dock at the same time. */
const findClash = (others: readonly DockBooking[], dock: string, [from, until]: [Dayjs, Dayjs]) =>
  others.find(
    (one) => one.dock === dock.trim() && dayjs(one.fromTime).isBefore(until) && dayjs(one.untilTime).isAfter(from),
  );

/** The booking of a dock for one stop: what is taken already, what is typed, booking and giving it up. */
export function useBooking(row: ArrivalRow, finish: () => void) {
  const { waybillCode, stopSeq } = row;
  const answer = useAsk(arrivalDocks, { waybillCode, stopSeq }, { gcTime: 0 });
  const { data } = answer;
  const own = data?.bookings.find((one) => one.waybillCode === waybillCode && one.stopSeq === stopSeq) ?? null;
  const others = (data?.bookings ?? []).filter((one) => one !== own);
  const [typed, setTyped] = useState<Typed>({ dock: null, span: null, remark: null });
  const start = own ? dayjs(own.fromTime) : nextQuarterHour(data?.etaTime ?? data?.planArriveTime ?? null);
  const planned: [Dayjs, Dayjs] = [
    start,
    own ? dayjs(own.untilTime) : start.add(data?.serviceMin || usualMin, 'minute'),
  ];
  const shown = {
    dock: typed.dock ?? own?.dock ?? '',
    span: typed.span ?? planned,
    remark: typed.remark ?? own?.remark ?? '',
  };
  const clash = findClash(others, shown.dock, shown.span);
  const after = {
    done: finish,
    // somebody may have taken the dock meanwhile: the table beside the form shows it
    failed: () => {
      void answer.refetch();
      return false;
    },
  };
  const booking = useAct(arrivalDock, { told: (made) => `${row.plateNo} 已预约 ${made.dock}`, ...after });
  const freeing = useAct(arrivalUndock, { told: '已取消月台预约', ...after });
  return {
    answer,
    own,
    others,
    shown,
    put: (patch: Partial<Typed>): void => setTyped((old) => ({ ...old, ...patch })),
    clash,
    ready: shown.dock.trim() !== '' && clash === undefined && data !== undefined,
    booking,
    busy: booking.busy || freeing.busy,
    book: (): void =>
      void booking.run({
        waybillCode,
        stopSeq,
        dock: shown.dock.trim(),
        fromTime: shown.span[0].format(wire),
        untilTime: shown.span[1].format(wire),
        remark: shown.remark,
      }),
    free: (): void => void freeing.run({ waybillCode, stopSeq }),
  };
}
export type Booking = ReturnType<typeof useBooking>;
