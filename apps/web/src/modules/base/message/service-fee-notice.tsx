import { serviceFee } from '@tongda/contract/base/message/calls';
import { msgType } from '@tongda/contract/base/system-enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useTurn } from '../../../kit/session/turns';
import { useSession } from '../../../kit/session/user';
import { wireTime } from '../../../kit/show/format';
import { useNotices } from './notice-store';

const ServiceFeeDialog = lazy(async () => ({ default: (await import('./service-fee-dialog')).ServiceFeeDialog }));

type Fees = Output<typeof serviceFee>;
const todayText = (): string => wireTime(Date.now()).slice(0, 10);
const seenKey = (userId: string): string => `td.message.serviceFee.${userId}`;

/** Service fees that end soon, as a dialog: once a day and user on this computer, while an unread notice of it waits. */
export function ServiceFeeNotice() {
  const userId = useSession((state) => state.user?.id);
  const { byType, settings } = useNotices();
  const [fees, setFees] = useState<Fees | null>(null);
  const [seen, setSeen] = useState(false);
  const due = settings.popups && (byType[msgType.serviceFee] ?? 0) > 0;
  useEffect(() => {
    if (!due || !userId) return;
    if (localStorage.getItem(seenKey(userId)) === todayText()) return;
    let gone = false;
    call(serviceFee, {}, { quiet: true }).then(
      (answer) => !gone && answer.list.length > 0 && setFees(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [due, userId]);
  const open = useTurn('serviceFee', fees !== null && !seen);
  useEffect(() => {
    if (open && userId) localStorage.setItem(seenKey(userId), todayText());
  }, [open, userId]);
  if (!fees || !open) return null;
  return (
    <Suspense fallback={null}>
      <ServiceFeeDialog fees={fees} close={() => setSeen(true)} />
    </Suspense>
  );
}
