import type { DriverTask, TaskOrder } from '@tongda/contract/transport/driver-app/calls';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatNumber } from '../../../../kit/show/format';
import { SignFields, useSignForm } from '../../parts/sign-form';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import type { OutboxPhoto } from '../offline/outbox-db';
import type { Driver } from '../use-driver';
import { toSign } from './model';
import { signatureOf } from './photo';
import { PhotoField } from './photo-field';
import { SignByLink, type SignLink } from './sign-by-link';

interface DriverSignProps {
  driver: Driver & { tasks: DriverTask[] };
  orderCode: string;
}

/** 签收: pieces, who, the signature. */
export function DriverSign({ driver, orderCode }: DriverSignProps) {
  const task = driver.tasks.find((one) => one.orders.some((order) => order.orderCode === orderCode));
  const order = task?.orders.find((one) => one.orderCode === orderCode);
  const open = task?.stops.some((stop) => toSign(task, stop).some((one) => one.orderCode === orderCode));
  if (!task || !order || !open)
    return (
      <DriverFrame title="签收" driver={driver} back={task ? driverLinks.task(task.waybillCode) : undefined}>
        <div className="transport-driver-app-empty">
          <b>{order?.signedAt ? '这个订单已签收' : '这个订单现在不能签收'}</b>
          <p>{order?.signedAt ? `${order.signer} 签收 ${order.signPieces} 件` : '请先发车并到达收货点'}</p>
        </div>
      </DriverFrame>
    );
  return <SignForm driver={driver} task={task} order={order} />;
}

interface SignFormProps {
  driver: Driver;
  task: DriverTask;
  order: TaskOrder;
}

function SignForm({ driver, task, order }: SignFormProps) {
  const navigate = useNavigate();
  const form = useSignForm(order.pieces, '请收货人在签名区签名');
  const [link, setLink] = useState<SignLink | null>(null);
  const [photos, setPhotos] = useState<OutboxPhoto[]>([]);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const given = form.read();
    setFault(given.fault);
    if (!given.signed || !form.canvas.current) return;
    setBusy(true);
    try {
      const signature = await signatureOf(form.canvas.current);
      await driver.act({ action: 'sign', waybillCode: task.waybillCode, orderCode: order.orderCode, ...given.signed }, [
        signature,
        ...photos,
      ]);
      await navigate(driverLinks.task(task.waybillCode), { replace: true });
    } catch {
      setFault('手机存储已满或不可用，签收没有保存，请清理后重试');
      setBusy(false);
    }
  };
  return (
    <DriverFrame
      title="签收"
      driver={driver}
      back={driverLinks.task(task.waybillCode)}
      foot={
        link ? undefined : (
          <div className="transport-driver-app-column">
            {fault ? (
              <p className="transport-driver-app-fault" role="alert">
                {fault}
              </p>
            ) : null}
            <button type="button" className="transport-driver-app-big" disabled={busy} onClick={() => void submit()}>
              确认签收
            </button>
          </div>
        )
      }
    >
      <div className="transport-driver-app-card">
        <div className="transport-driver-app-row">
          <b>{order.receiver}</b>
          <span>{formatNumber(order.pieces)} 件</span>
        </div>
        <p className="transport-driver-app-note">
          {order.orderCode}　{order.customerName}
        </p>
        <p className="transport-driver-app-note">{order.goods}</p>
      </div>
      <SignByLink
        driver={driver}
        waybillCode={task.waybillCode}
        orderCode={order.orderCode}
        link={link}
        setLink={setLink}
      />
      <div className="transport-driver-app-card transport-driver-app-form" hidden={link !== null}>
        <SignFields form={form} who="收货人姓名" />
        <PhotoField photos={photos} onChange={setPhotos} />
      </div>
    </DriverFrame>
  );
}
