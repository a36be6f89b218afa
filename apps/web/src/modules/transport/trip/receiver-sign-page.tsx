import { codes } from '@tongda/contract/core/endpoint';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { type ReceiverSign, receiverSignSubmit, receiverSignView } from '@tongda/contract/transport/trip/receiver-sign';
import { Button } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, formatRange, formatTemp, minuteText } from '../../../kit/show/format';
import { OpenLinkBody, OpenLinkPage } from '../../../kit/show/open-link';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { SignFields, useSignForm } from '../parts/sign-form';
import { signatureJpeg } from '../parts/signature-pad';
import { TemperatureChart } from './temperature-chart';
import './styles.css';
import './shared-order.css';

/** /m/sign/:token: the receiver takes his goods over on his own phone, without an account. */
export const ReceiverSignPage = () => <OpenLinkPage title="货物签收">{(token) => <Page token={token} />}</OpenLinkPage>;

function Page({ token }: { token: string }) {
  const answer = useAsk(receiverSignView, { token }, { refetchOnWindowFocus: false, retry: false });
  return (
    <OpenLinkBody
      className="transport-trip-shared"
      answer={answer}
      goneText="链接已到期、已重新生成，或货物不在送货途中，请联系送货司机重新获取"
    >
      {(order) => (
        <>
          <header>
            <h1>{order.signed ? '已签收' : '货物签收'}</h1>
            <span className="td-cap">{order.company}</span>
          </header>
          {order.signed ? <Signed signed={order.signed} /> : null}
          <Goods order={order} />
          {order.signed ? null : <SignForm token={token} order={order} signed={() => void answer.refetch()} />}
        </>
      )}
    </OpenLinkBody>
  );
}

function Signed({ signed }: { signed: NonNullable<ReceiverSign['signed']> }) {
  return (
    <div className="transport-trip-shared-eta transport-trip-shared-done" role="status">
      <CircleCheck />
      <span>
        {signed.signer} 签收 {formatNumber(signed.signPieces)} 件
        {signed.rejectPieces > 0 ? `，拒收 ${formatNumber(signed.rejectPieces)} 件` : ''}
        <b>{minuteText(signed.time)}</b>
      </span>
    </div>
  );
}

function Goods({ order }: { order: ReceiverSign }) {
  const { temperature } = order;
  return (
    <>
      <dl className="transport-trip-shared-facts">
        <dt>订单号</dt>
        <dd>{order.orderCode}</dd>
        <dt>发货方</dt>
        <dd>{order.shipper}</dd>
        <dt>收货</dt>
        <dd>
          {order.receiver}
          <span className="td-cap">　{order.receiveAddress}</span>
        </dd>
        <dt>送达件数</dt>
        <dd>
          <b>{formatNumber(order.pieces)} 件</b>
        </dd>
        <dt>货物</dt>
        <dd>
          {order.goods.map(({ name, spec, pieces, unit }) => (
            <span key={`${name}${spec}${pieces}`} className="transport-trip-shared-line">
              {name}
              {spec ? ` ${spec}` : ''}　{formatNumber(pieces)} {unit}
            </span>
          ))}
        </dd>
        <dt>温层</dt>
        <dd>
          {temperatureType.label(order.temperatureType)}
          {order.tempMin === null && order.tempMax === null
            ? ''
            : `　${formatRange(order.tempMin, order.tempMax, 1)} ℃`}
        </dd>
        <dt>送货</dt>
        <dd>
          {dottedPlate(order.plateNo)} {order.driverName}
        </dd>
      </dl>
      {temperature ? (
        <>
          <h2>途中温度{temperature.rate === null ? '' : `　达标率 ${formatNumber(temperature.rate, 2)}%`}</h2>
          <p className="td-cap">
            最低 {formatTemp(temperature.minTemp)} ℃　最高 {formatTemp(temperature.maxTemp)} ℃
          </p>
          <TemperatureChart
            name="货物"
            points={temperature.points.map(({ time, temp: value }) => ({ time, temps: [value] }))}
            probes={['厢温']}
            lower={order.tempMin}
            upper={order.tempMax}
          />
        </>
      ) : null}
    </>
  );
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(new Error('签名处理失败，请重写'));
    reader.readAsDataURL(blob);
  });

interface SignFormProps {
  token: string;
  order: ReceiverSign;
  signed: () => void;
}

function SignForm({ token, order, signed }: SignFormProps) {
  const form = useSignForm(order.pieces, '请在签名区签名');
  const [fault, setFault] = useState('');
  const act = useAct(
    async (given: NonNullable<ReturnType<typeof form.read>['signed']>) => {
      if (!form.canvas.current) return;
      const signature = await base64Of(await signatureJpeg(form.canvas.current));
      await call(receiverSignSubmit, { token, ...given, signature }, { quiet: true });
      signed();
    },
    {
      failed: (error) => {
        setFault(error instanceof Error ? error.message : '签收失败，请重试');
        // somebody signed meanwhile, or an answer was lost on the way
        if (error instanceof ApiError && error.code !== codes.invalid) signed();
        return true;
      },
    },
  );
  const submit = (): void => {
    const given = form.read();
    setFault(given.fault);
    if (given.signed) void act.run(given.signed);
  };
  return (
    <section className="transport-trip-shared-sign" aria-label="签收">
      <h2>签收</h2>
      <SignFields form={form} who="您的姓名" />
      {fault ? (
        <p className="transport-trip-shared-fault" role="alert">
          {fault}
        </p>
      ) : null}
      <Button type="primary" size="large" block loading={act.busy} onClick={submit}>
        确认签收
      </Button>
      <p className="td-cap">签收后不能修改。有异议请先联系送货司机。</p>
    </section>
  );
}
