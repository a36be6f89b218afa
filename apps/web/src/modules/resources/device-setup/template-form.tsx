import { keysOf } from '@tongda/contract/core/keys';
import {
  makerSettings,
  type TemplateRow,
  templateAdd,
  templateLabels,
  templatePage,
  templateUpdate,
} from '@tongda/contract/resources/device-setup/template';
import { Drawer } from 'antd';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import './styles.css';

const names = keysOf(templateLabels);

/** The form of a template: what it sets, and the numbers by which the maker knows what no standard has. */
export function TemplateForm(props: { row: TemplateRow | null; done: () => void; close: () => void }) {
  const { done, close } = props;
  const [row, renew] = useNewestRow(props.row, ({ id, name }) => newestRow(templatePage, { name }, id));
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const title = row ? `编辑模板 ${row.name}` : '新增参数模板';
  return (
    <Drawer open aria-label={title} closable={false} size={480} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={row ? templateUpdate : templateAdd}
        initial={
          row
            ? Object.fromEntries(names.map((name) => [name, row[name] === '' ? null : row[name]]))
            : { reportInterval: 600, sampleInterval: 300, paramIds: {} }
        }
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {() => (
          <>
            <TextField name="name" label="模板名称" span={3} />
            <TextField name="model" label="型号" span={3} />
            <NumberField name="reportInterval" label="上报间隔" unit="秒" span={3} />
            <NumberField name="sampleInterval" label="采集间隔" unit="秒" span={3} />
            <NumberField name="sleep" label="休眠间隔" unit="秒" span={3} />
            <NumberField name="tempLow" label="温度下限" unit="℃" decimals={1} span={3} />
            <NumberField name="tempHigh" label="温度上限" unit="℃" decimals={1} span={3} />
            <NumberField name="humLow" label="湿度下限" unit="%RH" decimals={1} span={3} />
            <NumberField name="humHigh" label="湿度上限" unit="%RH" decimals={1} span={3} />
            <NumberField name="lowPower" label="低电阈值" unit="%" span={3} />
            <TextField name="host" label="服务器地址" span={3} placeholder="留空不修改" />
            <NumberField name="port" label="端口" span={3} />
            <p className="resources-device-setup-hint">
              以下项目国标没有规定，填写厂商的参数编号（4位十六进制）后才下发到设备；温湿度上下限和采集间隔不填编号也在平台生效
            </p>
            {keysOf(makerSettings).map((key) => (
              <TextField
                key={key}
                name={`paramIds.${key}`}
                label={`${makerSettings[key]}编号`}
                span={3}
                placeholder="F101"
                upper
              />
            ))}
            <TextAreaField name="remark" label="备注" span={12} />
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}
