import { QRCode } from 'antd';
import { colour } from '../../../theme/palette';

/** Black on white in both themes: phones read nothing else. */
export default function QrImage({ value, size }: { value: string; size: number }) {
  return (
    <QRCode
      aria-label="二维码"
      value={value}
      type="svg"
      size={size}
      bordered={false}
      bgColor={colour('paper', 'light')}
      color={colour('paper-ink', 'light')}
    />
  );
}
