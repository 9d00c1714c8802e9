export { createMailer, type Mail, type Mailer } from './create-mailer.ts';
export { openTestSmtp, type TestSmtp } from './open-test-smtp.ts';
export { sendPatiently, type Wait } from './send-patiently.ts';
