import type { Language } from '../../domain/languages.ts';

/** The words of documents, in every language of contacts. */
export interface Words {
  invoice: string;
  estimate: string;
  number: string;
  version: string;
  date: string;
  dueOn: string;
  validUntil: string;
  taxId: string;
  phone: string;
  description: string;
  quantity: string;
  price: string;
  tax: string;
  amount: string;
  subtotal: string;
  total: string;
  paid: string;
  balance: string;
  deposit: string;
  optional: string;
  recommended: string;
  option: string;
  notes: string;
  howToPay: string;
  terms: string;
  warranty: string;
  /** {months} is replaced. */
  warrantyText: string;
  /** {name} and {date} are replaced. */
  signedBy: string;
  /** After `signedBy`: where. */
  signedOnline: string;
  signedAtOffice: string;
  status: string;
  draft: string;
  declined: string;
  expired: string;
  superseded: string;
  void: string;
  accepted: string;
  /** {number}, {page} and {pages} are replaced. */
  footer: string;
}

const en: Words = {
  invoice: 'Invoice',
  estimate: 'Estimate',
  number: 'Number',
  version: 'Version',
  date: 'Date',
  dueOn: 'Due on',
  validUntil: 'Valid until',
  taxId: 'Tax ID',
  phone: 'Phone',
  description: 'Description',
  quantity: 'Quantity',
  price: 'Price',
  tax: 'Tax',
  amount: 'Amount',
  subtotal: 'Subtotal',
  total: 'Total',
  paid: 'Paid',
  balance: 'Balance due',
  deposit: 'Deposit',
  optional: 'optional',
  recommended: 'recommended',
  option: 'Option',
  notes: 'Notes',
  howToPay: 'How to pay',
  terms: 'Terms',
  warranty: 'Warranty',
  warrantyText: '{months} months from completion',
  signedBy: 'Signed by {name} on {date}',
  signedOnline: 'By the customer’s own link',
  signedAtOffice: 'Recorded by the company',
  status: 'Status',
  draft: 'Draft',
  declined: 'Declined',
  expired: 'Expired',
  superseded: 'Replaced by a newer version',
  void: 'Void',
  accepted: 'Accepted',
  footer: '{number} · page {page} of {pages}',
};

const es: Words = {
  invoice: 'Factura',
  estimate: 'Presupuesto',
  number: 'Número',
  version: 'Versión',
  date: 'Fecha',
  dueOn: 'Vence el',
  validUntil: 'Válido hasta',
  taxId: 'Identificación fiscal',
  phone: 'Teléfono',
  description: 'Descripción',
  quantity: 'Cantidad',
  price: 'Precio',
  tax: 'Impuesto',
  amount: 'Importe',
  subtotal: 'Subtotal',
  total: 'Total',
  paid: 'Pagado',
  balance: 'Saldo pendiente',
  deposit: 'Anticipo',
  optional: 'opcional',
  recommended: 'recomendado',
  option: 'Opción',
  notes: 'Notas',
  howToPay: 'Cómo pagar',
  terms: 'Condiciones',
  warranty: 'Garantía',
  warrantyText: '{months} meses desde la finalización',
  signedBy: 'Firmado por {name} el {date}',
  signedOnline: 'Con el enlace propio del cliente',
  signedAtOffice: 'Registrado por la empresa',
  status: 'Estado',
  draft: 'Borrador',
  declined: 'Rechazado',
  expired: 'Vencido',
  superseded: 'Reemplazado por una versión más reciente',
  void: 'Anulada',
  accepted: 'Aceptado',
  footer: '{number} · página {page} de {pages}',
};

const fr: Words = {
  invoice: 'Facture',
  estimate: 'Devis',
  number: 'Numéro',
  version: 'Version',
  date: 'Date',
  dueOn: 'À payer avant le',
  validUntil: 'Valable jusqu’au',
  taxId: 'Numéro fiscal',
  phone: 'Téléphone',
  description: 'Description',
  quantity: 'Quantité',
  price: 'Prix',
  tax: 'Taxe',
  amount: 'Montant',
  subtotal: 'Sous-total',
  total: 'Total',
  paid: 'Payé',
  balance: 'Reste à payer',
  deposit: 'Acompte',
  optional: 'en option',
  recommended: 'recommandé',
  option: 'Option',
  notes: 'Remarques',
  howToPay: 'Comment payer',
  terms: 'Conditions',
  warranty: 'Garantie',
  warrantyText: '{months} mois à partir de la fin des travaux',
  signedBy: 'Signé par {name} le {date}',
  signedOnline: 'Par le lien personnel du client',
  signedAtOffice: 'Enregistré par l’entreprise',
  status: 'Statut',
  draft: 'Brouillon',
  declined: 'Refusé',
  expired: 'Expiré',
  superseded: 'Remplacé par une version plus récente',
  void: 'Annulée',
  accepted: 'Accepté',
  footer: '{number} · page {page} sur {pages}',
};

const de: Words = {
  invoice: 'Rechnung',
  estimate: 'Angebot',
  number: 'Nummer',
  version: 'Version',
  date: 'Datum',
  dueOn: 'Fällig am',
  validUntil: 'Gültig bis',
  taxId: 'Steuernummer',
  phone: 'Telefon',
  description: 'Beschreibung',
  quantity: 'Menge',
  price: 'Preis',
  tax: 'Steuer',
  amount: 'Betrag',
  subtotal: 'Zwischensumme',
  total: 'Gesamt',
  paid: 'Bezahlt',
  balance: 'Offener Betrag',
  deposit: 'Anzahlung',
  optional: 'optional',
  recommended: 'empfohlen',
  option: 'Variante',
  notes: 'Hinweise',
  howToPay: 'So können Sie bezahlen',
  terms: 'Bedingungen',
  warranty: 'Garantie',
  warrantyText: '{months} Monate ab Fertigstellung',
  signedBy: 'Unterschrieben von {name} am {date}',
  signedOnline: 'Über den eigenen Link des Kunden',
  signedAtOffice: 'Vom Unternehmen erfasst',
  status: 'Status',
  draft: 'Entwurf',
  declined: 'Abgelehnt',
  expired: 'Abgelaufen',
  superseded: 'Durch eine neuere Version ersetzt',
  void: 'Storniert',
  accepted: 'Angenommen',
  footer: '{number} · Seite {page} von {pages}',
};

const pt: Words = {
  invoice: 'Fatura',
  estimate: 'Orçamento',
  number: 'Número',
  version: 'Versão',
  date: 'Data',
  dueOn: 'Vencimento',
  validUntil: 'Válido até',
  taxId: 'Número fiscal',
  phone: 'Telefone',
  description: 'Descrição',
  quantity: 'Quantidade',
  price: 'Preço',
  tax: 'Imposto',
  amount: 'Valor',
  subtotal: 'Subtotal',
  total: 'Total',
  paid: 'Pago',
  balance: 'Saldo a pagar',
  deposit: 'Sinal',
  optional: 'opcional',
  recommended: 'recomendado',
  option: 'Opção',
  notes: 'Observações',
  howToPay: 'Como pagar',
  terms: 'Condições',
  warranty: 'Garantia',
  warrantyText: '{months} meses a partir da conclusão',
  signedBy: 'Assinado por {name} em {date}',
  signedOnline: 'Pelo link do próprio cliente',
  signedAtOffice: 'Registado pela empresa',
  status: 'Estado',
  draft: 'Rascunho',
  declined: 'Recusado',
  expired: 'Expirado',
  superseded: 'Substituído por uma versão mais recente',
  void: 'Anulada',
  accepted: 'Aceito',
  footer: '{number} · página {page} de {pages}',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, es, fr, de, pt };
