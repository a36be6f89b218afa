import { inOutPointRecalc } from '@tongda/contract/reports/driving/in-out-point';
import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { FormDialog } from '../../kit/dialog/form';
import { Can } from '../../kit/session/can';
import { PlacesSelect } from '../../modules/ground/place/door';
import type { UseReportExtras } from '../kit/extras';

/** 回算 of places that were drawn only now. */
export const useInOutPoint: UseReportExtras = () => {
  const [asking, ask] = useState(false);
  return {
    toolbar: (
      <Can do={inOutPointRecalc}>
        <Button onClick={() => ask(true)}>回算</Button>
      </Can>
    ),
    open: asking ? <RecalcDialog close={() => ask(false)} /> : null,
  };
};

interface RecalcValues {
  siteIds: string[];
  days: number;
}

function RecalcDialog({ close }: { close: () => void }) {
  const [form] = Form.useForm<RecalcValues>();
  return (
    <FormDialog
      endpoint={inOutPointRecalc}
      form={form}
      initial={{ siteIds: [], days: 7 }}
      input={(values) => values}
      told={({ days }) => `已开始回算 ${days} 个车日，完成后进出记录自动更新`}
      close={close}
      title="回算进出点"
      okText="开始回算"
      width={460}
    >
      <p className="td-cap">新画的站点只从建立时起记录进出。回算把它的范围提前，并按原始轨迹补出之前的进出记录。</p>
      <Form.Item name="siteIds" label="站点 / 区域" rules={[{ required: true, message: '请选择站点' }]}>
        <PlacesSelect kinds={['site', 'region']} known={[]} label="站点 / 区域" />
      </Form.Item>
      <Form.Item name="days" label="往前天数（最多31天）" rules={[{ required: true, message: '请输入天数' }]}>
        <InputNumber min={1} max={31} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
