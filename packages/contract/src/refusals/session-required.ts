/** Said by the client itself too, which then needs none of the other sentences. */
export const sessionRequired = {
  code: 'session.required',
  message: { fr: 'Connectez-vous pour continuer.', en: 'Sign in to continue.' },
} as const;
