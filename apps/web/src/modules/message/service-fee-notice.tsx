import type { Output } from '@tongda/contract/core/endpoint';
import { msgCategory, msgType } from '@tongda/contract/enums/system';
import { serviceFee } from '@tongda/contract/message/message';
import { href, routes } from '@tongda/contract/routes';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api';
import { wireTime } from '../../kit/format';
import { useSession } from '../../kit/session';
import { useTurn } from '../../kit/turns';
import { useNotices } from './notice-store';
import './message.css';

type Fees = Output<typeof serviceFee>;
/** Beyond these a count stands. */
const shownRows = 8;
const today = (): string => wireTime(Date.now()).slice(0, 10);
const seenKey = (userId: string): string => `td.message.serviceFee.${userId}`;

/** Service fees that end soon, as a dialog: once a day and user on this computer, while an unread notice of it waits. */
export function ServiceFeeNotice() {
  const userId = useSession((state) => state.user?.id);
  const { byType, settings } = useNotices();
  const [fees, setFees] = useState<Fees | null>(null);
  const [seen, setSeen] = useState(false);
  const due = settings.popups && (byType[msgType.serviceFee] ?? 0) > 0;
  const navigate = useNavigate();
  useEffect(() => {
    if (!due || !userId) return;
    if (localStorage.getItem(seenKey(userId)) === today()) return;
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
    if (open && userId) localStorage.setItem(seenKey(userId), today());
  }, [open, userId]);
  if (!fees || !open) return null;
  const close = (): void => setSeen(true);
  return (
    <Modal
      open
      width={480}
      title={msgType.label(msgType.serviceFee)}
      onCancel={close}
      footer={
        <>
          <Button
            onClick={() => {
              close();
              void navigate(href(routes.message, 'community', { categoryId: msgCategory.deviceService }));
            }}
          >
            查看消息
          </Button>
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        </>
      }
    >
      <p className="td-msg-text">{fees.content}</p>
      <table className="td-fees">
        <thead>
          <tr>
            <th>车牌号</th>
            <th>终端号</th>
            <th>服务期至</th>
            <th>剩余</th>
          </tr>
        </thead>
        <tbody>
          {fees.list.slice(0, shownRows).map((fee) => (
            <tr key={fee.terminalNo}>
              <td>{fee.plateNo}</td>
              <td>{fee.terminalNo}</td>
              <td>{fee.serviceEnd}</td>
              <td data-over={fee.daysLeft < 0}>
                {fee.daysLeft < 0 ? `已过期${-fee.daysLeft}天` : `${fee.daysLeft}天`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fees.list.length > shownRows ? <p className="td-cap">还有{fees.list.length - shownRows}台</p> : null}
    </Modal>
  );
}
