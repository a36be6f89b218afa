import { vehicleQrcode, vehicleQrcodeRenew } from '@tongda/contract/resources/vehicle/qrcode';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Modal } from 'antd';
import { Download, Printer, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { shortTime } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Qr } from '../../../../kit/show/qr/code';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { savePicture } from './qrcode-picture';
import './qrcode.css';

interface QrcodeDialogProps {
  vehicle: { id: string; plateNo: string };
  /** called after the code was renewed, which adds a line to the vehicle's history */
  changed: () => void;
  close: () => void;
}

/** 二维码 of a vehicle: a driver who scans it becomes its main driver. */
export function QrcodeDialog({ vehicle: { id, plateNo }, changed, close }: QrcodeDialogProps) {
  const picture = useRef<HTMLDivElement>(null);
  const answer = useAsk(vehicleQrcode, { id }, { refetchOnWindowFocus: false });
  const { data } = answer;
  const renew = useAct(vehicleQrcodeRenew, {
    sure: {
      title: `确定作废 ${plateNo} 的二维码？`,
      content: '贴在车上的旧二维码立即失效，需要重新打印张贴。已绑定的司机不受影响。',
      ok: '作废重发',
      danger: true,
    },
    told: `${plateNo} 的旧二维码已作废，请打印新的`,
    done: changed,
    ended: () => void answer.refetch(),
  });
  const save = useAct(async (code: SVGSVGElement) => {
    const words = [plateNo, '司机扫码绑定本车', data?.companyName ?? ''] as const;
    await savePicture(code, words, `${plateNo}二维码.png`);
  });
  const print = (): void => {
    window.open(href(routes.printQrcode, 'resources', { kind: 'vehicle', ids: id }), '_blank', 'noopener');
  };
  return (
    <Modal
      open
      title={`二维码 · ${plateNo}`}
      width={420}
      onCancel={close}
      footer={
        data ? (
          <div className="resources-vehicle-paper-qrcode-foot">
            <Button
              danger
              icon={<RefreshCw />}
              loading={renew.busy}
              onClick={() => void renew.run({ id, no: data.no })}
            >
              作废重发
            </Button>
            <Button
              icon={<Download />}
              onClick={() => {
                const code = picture.current?.querySelector('svg');
                if (code) void save.run(code);
              }}
            >
              下载
            </Button>
            <Button type="primary" icon={<Printer />} onClick={print}>
              打印
            </Button>
          </div>
        ) : null
      }
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {!data && !answer.error ? <Loading /> : null}
      {data ? (
        <div className="resources-vehicle-paper-qrcode">
          <div className="resources-vehicle-paper-qrcode-code" ref={picture}>
            <Qr value={`${window.location.origin}${data.url}`} size={220} />
          </div>
          <PlateChip plateNo={data.plateNo} colour={data.vehicleColor} large />
          <p>
            {data.vehicleType}　{data.driverName ? `主驾 ${data.driverName}` : '还没有主驾'}
          </p>
          <p className="td-cap">
            贴在驾驶室内。司机用手机相机或微信扫码，登录并确认后成为这辆车的主驾；扫码前已有主驾的，会先问司机是否替换。
          </p>
          {data.renewTime ? (
            <p className="td-cap">
              第 {data.no} 版，{shortTime(data.renewTime)} 重发，之前的已作废
            </p>
          ) : null}
        </div>
      ) : null}
    </Modal>
  );
}
