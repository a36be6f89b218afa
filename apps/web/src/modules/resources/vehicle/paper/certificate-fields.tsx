import {
  type CertificateKind,
  certificateKinds,
  certificateLabelsOf,
  endFieldOf,
  isInsurance,
} from '@tongda/contract/resources/vehicle/certificate';
import { FieldGroup } from '../../../../kit/form/edit-field';
import { DateField, NumberField, TextField } from '../../../../kit/form/input/fields';

/** The papers of a vehicle, one line each: number, begin, end and reminder, and for insurances insurer and premium. */
export function CertificateFields() {
  return (
    <FieldGroup title="证照" hint="到期前按“提前提醒”的天数发消息；图片在详情页上传">
      {certificateKinds.map((kind) => (
        <Certificate key={kind} kind={kind} />
      ))}
    </FieldGroup>
  );
}

function Certificate({ kind }: { kind: CertificateKind }) {
  const words = certificateLabelsOf(kind);
  const at = `certificates.${kind}`;
  const end = endFieldOf(kind) ?? `${at}.endDate`;
  return (
    <>
      <TextField name={kind === 'transport' ? 'transportCertNo' : `${at}.docNo`} label={words.docNo} />
      <DateField name={`${at}.startDate`} label={words.startDate} />
      {/* 保险到期 of the list is the end of the compulsory insurance */}
      <DateField name={end} label={kind === 'compulsory' ? '保险到期（交强险）' : words.endDate} />
      <NumberField name={`${at}.remindDays`} label={words.remindDays} unit="天" />
      {isInsurance(kind) ? (
        <>
          <TextField name={`${at}.issuer`} label={words.issuer} span={6} />
          <NumberField name={`${at}.amountYuan`} label={words.amountYuan} unit="元" decimals={2} span={6} />
        </>
      ) : null}
    </>
  );
}
