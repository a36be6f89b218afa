import { Button, Popover } from 'antd';
import { Headset, MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { brandInForce, useBrand } from '../../kit/session/brand';
import { Qr } from '../../kit/show/qr/code';

const FeedbackDialog = lazy(async () => ({ default: (await import('./feedback')).FeedbackDialog }));

/** 客服: number, hours and QR code of whoever serves this company as far as they are named, and 我要反馈. */
export function CustomerService() {
  const brand = useBrand(brandInForce);
  const [open, setOpen] = useState(false);
  const [writing, setWriting] = useState(false);
  if (!brand) return null;
  const { servicePhone, serviceHours, serviceWechatUrl } = brand;
  const write = (): void => {
    setOpen(false);
    setWriting(true);
  };
  const card = (
    <>
      <dl className="shell-frame-service">
        {servicePhone ? (
          <>
            <dt>服务热线</dt>
            <dd>
              <a href={`tel:${servicePhone}`}>{servicePhone}</a>
            </dd>
          </>
        ) : null}
        {serviceHours ? (
          <>
            <dt>在线时间</dt>
            <dd>{serviceHours}</dd>
          </>
        ) : null}
        {serviceWechatUrl ? (
          <>
            <dt>微信客服</dt>
            <dd>
              <Qr value={serviceWechatUrl} size={120} />
            </dd>
          </>
        ) : null}
      </dl>
      <Button icon={<MessageSquareText />} block onClick={write}>
        我要反馈
      </Button>
    </>
  );
  return (
    <>
      <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomRight" title="客服" content={card}>
        <Button
          type="text"
          className="shell-frame-round"
          title="客服"
          aria-label="客服"
          aria-expanded={open}
          icon={<Headset />}
        />
      </Popover>
      <Suspense fallback={null}>{writing ? <FeedbackDialog close={() => setWriting(false)} /> : null}</Suspense>
    </>
  );
}
