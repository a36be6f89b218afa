import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { StartupError } from '../../core/pg/startup-error';
import { errorCode } from '../../core/run/error-code';
import type { GatewayLog } from '../server';

/** Where a certificate and its private key lie, in PEM. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

const LOOK_MS = 30_000;

/** The certificate that terminals are shown. A renewed one is taken over while the server runs, for connections that come then. */
export class Certificate {
  private timer: NodeJS.Timeout | null = null;
  private looking = false;

  private constructor(
    private readonly files: CertificateFiles,
    private readonly log: GatewayLog,
    private pem: Pem,
    private secure: SecureContext,
  ) {}

  /** Reads the files. Rejects with a {@link StartupError} when they cannot be used. */
  static async open(files: CertificateFiles, log: GatewayLog, lookMs = LOOK_MS): Promise<Certificate> {
    const pem = await readPem(files);
    const certificate = new Certificate(files, log, pem, contextOf(files, pem));
    certificate.timer = setInterval(() => void certificate.look(), lookMs).unref();
    return certificate;
  }

  /** What new connections are secured with. */
  get context(): SecureContext {
    return this.secure;
  }

  /** Takes over files that have changed; the old ones stay in use while the new ones are no good, as when only one of them is written yet. */
  async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      const pem = await readPem(this.files);
      if (pem.cert === this.pem.cert && pem.key === this.pem.key) return;
      this.secure = contextOf(this.files, pem);
      this.pem = pem;
      this.log.info({ validTo: new X509Certificate(pem.cert).validTo }, 'certificate for terminals renewed');
    } catch (err) {
      this.log.error({ err }, 'changed certificate for terminals cannot be used, the old one stays');
    } finally {
      this.looking = false;
    }
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }
}

interface Pem {
  cert: string;
  key: string;
}

async function readPem({ cert, key }: CertificateFiles): Promise<Pem> {
  return { cert: await readText(cert, '证书文件'), key: await readText(key, '私钥文件') };
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: '文件不存在', EACCES: '没有读取权限', EISDIR: '这是一个文件夹' };
    const code = errorCode(error) ?? '';
    throw new StartupError(`无法读取${what} ${path}：${reasons[code] ?? code}`, { cause: error });
  }
}

/** Throws a {@link StartupError} when the texts are no certificate and key, or do not belong together. */
function contextOf(files: CertificateFiles, { cert, key }: Pem): SecureContext {
  const certificate = attempt(() => new X509Certificate(cert), `证书文件 ${files.cert} 不是有效的 PEM 证书`);
  const privateKey = attempt(() => createPrivateKey(key), `私钥文件 ${files.key} 不是有效的 PEM 私钥（不能带密码）`);
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartupError(`证书文件 ${files.cert} 与私钥文件 ${files.key} 不匹配`);
  if (Date.parse(certificate.validTo) < Date.now())
    throw new StartupError(`证书文件 ${files.cert} 已于 ${certificate.validTo} 过期`);
  return attempt(() => createSecureContext({ cert, key }), `证书文件 ${files.cert} 不能用于 TLS`);
}

function attempt<T>(work: () => T, otherwise: string): T {
  try {
    return work();
  } catch (error) {
    throw new StartupError(otherwise, { cause: error });
  }
}
