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
import { useNotices } from './notice-store';
import './message.css';

type Fees = Output<typeof serviceFee>;
/** Beyond these a count stands. */
const shownRows = 8;
const seenKey = (userId: string): string => `td.message.serviceFee.${userId}`;

/** It never lies over a dialog that the user is working in. */
const anotherDialog = (): boolean => document.querySelector('.ant-modal-wrap:not([style*="none"])') !== null;
const firstMs = 1500;
const waitMs = 3000;

/** Service fees that end soon, as a dialog: once a day and user on this computer, while an unread notice of it waits. */
export function ServiceFeeNotice() {
  const userId = useSession((state) => state.user?.id);
  const { byType, settings } = useNotices();
  const [fees, setFees] = useState<Fees | null>(null);
  const due = settings.popups && (byType[msgType.serviceFee] ?? 0) > 0;
  const navigate = useNavigate();
  useEffect(() => {
    if (!due || !userId) return;
    const today = wireTime(Date.now()).slice(0, 10);
    if (localStorage.getItem(seenKey(userId)) === today) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      if (anotherDialog()) {
        timer = setTimeout(() => void ask(), waitMs);
        return;
      }
      const answer = await call(serviceFee, {}, { quiet: true }).catch(() => null);
      if (!answer?.list.length) return;
      localStorage.setItem(seenKey(userId), today);
      setFees(answer);
    };
    timer = setTimeout(() => void ask(), firstMs);
    return () => clearTimeout(timer);
  }, [due, userId]);
  if (!fees) return null;
  const close = (): void => setFees(null);
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
