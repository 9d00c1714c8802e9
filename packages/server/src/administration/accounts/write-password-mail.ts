import { Language } from '@sillage/contract';
import type { z } from 'zod';
import type { Mail } from '../../platform/mail/index.ts';

interface PasswordMail {
  readonly to: string;
  readonly language: string;
  readonly firstname: string;
  /** Name of this server. */
  readonly server: string;
  readonly link: string;
  /** How long the link works. */
  readonly hours: number;
}

interface Words {
  readonly subject: string;
  readonly greeting: string;
  readonly why: string;
  readonly action: string;
  readonly end: string;
}

/** The mail to somebody who forgot the password. */
export function writeResetMail(mail: PasswordMail): Mail {
  const { server, firstname, hours } = mail;
  const words = {
    fr: {
      subject: `Choisissez un nouveau mot de passe (${server})`,
      greeting: `Bonjour ${firstname},`,
      why: `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte sur ${server}.`,
      action: 'Choisir un mot de passe',
      end: `Ce lien fonctionne une fois, pendant ${hours} h. Si vous n’avez rien demandé, ignorez ce message\u00a0: votre mot de passe reste le même.`,
    },
    en: {
      subject: `Choose a new password (${server})`,
      greeting: `Hello ${firstname},`,
      why: `Somebody, most likely you, asked for a new password for your account on ${server}.`,
      action: 'Choose a password',
      end: `This link works once, for ${hours} h. If you did not ask, ignore this message: your password stays the same.`,
    },
  };
  return compose(mail, words[languageOf(mail.language)]);
}

/** The mail to somebody for whom an account was made. */
export function writeInvitationMail(mail: PasswordMail): Mail {
  const { server, firstname, hours } = mail;
  const words = {
    fr: {
      subject: `Votre compte sur ${server}`,
      greeting: `Bonjour ${firstname},`,
      why: `Un compte vous attend sur ${server}, à l’adresse ${mail.to}. Choisissez votre mot de passe pour l’ouvrir.`,
      action: 'Choisir un mot de passe',
      end: `Ce lien fonctionne une fois, pendant ${hours} h. Ensuite, demandez-en un autre avec «\u00a0Mot de passe oublié\u00a0».`,
    },
    en: {
      subject: `Your account on ${server}`,
      greeting: `Hello ${firstname},`,
      why: `An account is waiting for you on ${server}, for the address ${mail.to}. Choose your password to open it.`,
      action: 'Choose a password',
      end: `This link works once, for ${hours} h. After that, ask for another one with “Forgot password”.`,
    },
  };
  return compose(mail, words[languageOf(mail.language)]);
}

function languageOf(language: string): z.infer<typeof Language> {
  return Language.safeParse(language).data ?? 'fr';
}

function compose({ to, link }: PasswordMail, { subject, greeting, why, action, end }: Words): Mail {
  const text = `${greeting}\n\n${why}\n\n${action}\n${link}\n\n${end}\n`;
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = [
    '<!doctype html><html><body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">',
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(why)),
    paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(action)}</a>`),
    paragraph(escapeHtml(end)),
    '</body></html>',
  ].join('\n');
  return { to, subject, text, html };
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
