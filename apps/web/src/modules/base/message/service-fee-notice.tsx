import { serviceFee } from '@tongda/contract/base/message/calls';
import { msgType } from '@tongda/contract/base/system-enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { constants } from '@tongda/contract/shell/constants';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useSession } from '../../../kit/session/user';
import { wireTime } from '../../../kit/show/format';
import { useStripNote } from '../../../kit/strip/notes';
import { useNotices } from './notice-store';

const ServiceFeeDialog = lazy(async () => ({ default: (await import('./service-fee-dialog')).ServiceFeeDialog }));

type Fees = Output<typeof serviceFee>;
const todayText = (): string => wireTime(Date.now()).slice(0, 10);
const seenKey = (userId: string): string => `td.message.serviceFee.${userId}`;

const feePage = href(routes.equipmentCostList, 'enterprise');

/** 3 台设备服务 12-03 到期, 2 台设备服务已过期. */
function feeWords({ list }: Fees): string {
  const over = list.filter(({ daysLeft }) => daysLeft < 0).length;
  const next = list.filter(({ daysLeft }) => daysLeft >= 0).sort((a, b) => a.daysLeft - b.daysLeft)[0];
  const soon = list.length - over;
  return [
    over > 0 ? `${over} 台设备服务已过期` : '',
    next ? `${soon} 台设备服务${soon > 1 ? '最早' : ''} ${next.serviceEnd.slice(5, 10)} 到期` : '',
  ]
    .filter(Boolean)
    .join('，');
}

/**
 * Service fees that end soon, as a notice of the strip while an unread message of it waits; put away it comes back the next day. 续费 leads to the fees, for who
 * may not enter them 查看 lists the terminals.
 */
export function ServiceFeeNotice() {
  const userId = useSession((state) => state.user?.id);
  const tree = useSession((state) => state.tree);
  const { byType, settings } = useNotices();
  const [fees, setFees] = useState<Fees | null>(null);
  const [shown, setShown] = useState(false);
  const navigate = useNavigate();
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
  const place = placeAt(feePage);
  const mayRead = place !== undefined && mayEnter(tree, place);
  // who visits the company renews nothing in its name
  const visiting = useSession(({ user }) => user?.loginType === constants.visit.loginType);
  const away = (): void => {
    if (userId) localStorage.setItem(seenKey(userId), todayText());
    setFees(null);
    setShown(false);
  };
  useStripNote(
    'serviceFee',
    fees
      ? {
          icon: <ReceiptText className="td-ico" />,
          text: feeWords(fees),
          verb: mayRead && !visiting ? '续费' : '查看',
          run: () => (mayRead ? void navigate(feePage) : setShown(true)),
          away,
        }
      : null,
  );
  if (!fees || !shown) return null;
  return (
    <Suspense fallback={null}>
      <ServiceFeeDialog fees={fees} close={away} />
    </Suspense>
  );
}
