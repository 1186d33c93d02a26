/** The most common surnames in English-speaking countries: a match of one of them is weaker evidence. */
const COMMON = new Set(
  `smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez
  wilson anderson thomas taylor moore jackson martin lee perez thompson white harris sanchez clark
  ramirez lewis robinson walker young allen king wright scott torres nguyen hill flores green adams
  nelson baker hall rivera campbell mitchell carter roberts gomez phillips evans turner diaz parker
  cruz edwards collins reyes stewart morris morales murphy cook rogers gutierrez ortiz morgan cooper
  peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks chavez wood james
  bennett gray mendoza ruiz hughes price alvarez castillo sanders patel myers long ross foster
  jimenez tran chen wang li singh khan ali kaur shah ahmed begum hussain obrien sullivan ryan walsh
  oconnor oneill macdonald fraser simpson ellis harrison shaw mason hunt palmer mills webb clarke
  graham marshall murray stevens`.split(/\s+/),
);

export function isCommonSurname(surname: string): boolean {
  return COMMON.has(surname);
}
