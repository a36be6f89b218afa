import { Button, Popover } from 'antd';
import { Headset } from 'lucide-react';
import { useState } from 'react';
import { named, useBrand } from '../kit/brand';
import { Qr } from '../kit/qr';

/** 客服: number, hours and QR code of whoever serves this company. Nobody named = no button. */
export function CustomerService() {
  const brand = useBrand(named);
  const [open, setOpen] = useState(false);
  if (!brand || !(brand.servicePhone || brand.serviceWechatUrl)) return null;
  const { servicePhone, serviceHours, serviceWechatUrl } = brand;
  const card = (
    <dl className="td-service">
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
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomRight" title="客服" content={card}>
      <Button type="text" className="td-round" title="客服" aria-label="客服" aria-expanded={open} icon={<Headset />} />
    </Popover>
  );
}
