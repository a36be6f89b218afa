import { QRCode } from 'antd';

/** Black on white in both themes: phones read nothing else. */
export default function ServiceQr({ value }: { value: string }) {
  return <QRCode value={value} type="svg" size={120} bordered={false} bgColor="#fff" color="#000" />;
}
