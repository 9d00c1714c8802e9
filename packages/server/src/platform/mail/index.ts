export { createMailer, type Mail, type Mailer } from './create-mailer.ts';
export { sendPatiently, type Wait } from './send-patiently.ts';
