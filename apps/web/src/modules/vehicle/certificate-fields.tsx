import { vehiclePaper } from '@tongda/contract/enums/resource';
import { type CertificateKind, certificateKinds, isInsurance, ownEnds } from '@tongda/contract/vehicle/certificate';
import { FieldGroup } from '../../kit/edit-field';
import { DateField, NumberField, TextField } from '../../kit/fields';

/** The papers of a vehicle, a line each: number, beginning, end, and how early the end is told; of insurances also with whom and for how much. */
export function CertificateFields() {
  return (
    <FieldGroup title="证照" hint="到期前按“提前提醒”的天数发消息；图片在详情页上传">
      {certificateKinds.map((kind) => (
        <Certificate key={kind} kind={kind} />
      ))}
    </FieldGroup>
  );
}

const numbers: Partial<Record<CertificateKind, string>> = { compulsory: '交强险单号', commercial: '商业险单号' };
const begins: Partial<Record<CertificateKind, string>> = {
  licence: '行驶证发证日期',
  transport: '道路运输证发证日期',
  inspect: '年检日期',
  compulsory: '交强险起保日期',
  commercial: '商业险起保日期',
  maintain: '二级维护日期',
  gps: 'GPS安装日期',
};
/** The compulsory insurance is the one that 保险到期 of the list means. */
const ends: Partial<Record<CertificateKind, string>> = { compulsory: '保险到期（交强险）', maintain: '下次二级维护' };

function Certificate({ kind }: { kind: CertificateKind }) {
  const name = vehiclePaper.label(kind);
  const at = `certificates.${kind}`;
  const end = kind in ownEnds ? ownEnds[kind as keyof typeof ownEnds] : `${at}.endDate`;
  return (
    <>
      <TextField name={kind === 'transport' ? 'transportCertNo' : `${at}.docNo`} label={numbers[kind] ?? `${name}号`} />
      <DateField name={`${at}.startDate`} label={begins[kind] ?? `${name}开始`} />
      <DateField name={end} label={ends[kind] ?? `${name}到期`} />
      <NumberField name={`${at}.remindDays`} label={`${name}提前提醒`} unit="天" />
      {isInsurance(kind) ? (
        <>
          <TextField name={`${at}.issuer`} label={`${name}公司`} span={6} />
          <NumberField name={`${at}.amountYuan`} label={`${name}保费`} unit="元" decimals={2} span={6} />
        </>
      ) : null}
    </>
  );
}
