;;; vtosca.el --- Variable TOSCA service templates with eglot  -*- lexical-binding: t; -*-

;; Copyright 2026 The vtosca authors
;; SPDX-License-Identifier: Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; URL: https://github.com/vtosca/vtosca

;;; Commentary:

;; A major mode for TOSCA files, which starts the language server `vtosca'
;; through eglot and adds what eglot has no command for:
;;
;;   `vtosca-select-variant'   the variant under which absent elements are faded
;;   `vtosca-presence'         a table of elements by variants
;;   `vtosca-resolved'         the resolved template of a variant
;;   `vtosca-difference'       how the resolved templates of two variants differ
;;   `vtosca-topology'         the graph of the active variant
;;   `vtosca-run-tests'        the variability tests beside the template
;;   `vtosca-explain'          why the element at point is present or absent
;;
;; Set up:
;;
;;   (add-to-list 'load-path "/path/to/vtosca/editors/emacs")
;;   (require 'vtosca)
;;   (add-hook 'vtosca-mode-hook #'eglot-ensure)
;;
;; YAML files that name a `tosca_definitions_version' then open in `vtosca-mode'.
;;
;; The settings of the server are those of eglot, for example
;;
;;   (setq-default eglot-workspace-configuration
;;                 '(:vtosca (:codeLenses :json-false)))
;;
;; activeVariant  (default: null)
;;     The variant whose absent elements are faded.
;; codeLenses  (default: true)
;;     Show above each preset what it keeps, and where variability tests
;;     are how to run them.
;; diagnosticSeverities  (default: {})
;;     How serious a diagnostic is, by its code.
;; inlayHints  (default: true)
;;     Show behind the name of each variable element under which variants
;;     it is present.
;; referenceLenses  (default: true)
;;     Show above types, inputs, variability inputs and expressions how
;;     often they are used.
;; variants  (default: [])
;;     Variants to look at besides the presets.

;;; Code:

(require 'cl-lib)
(require 'compile)
(require 'diff)
(require 'eglot)
(require 'jsonrpc)
(require 'tabulated-list)

(defgroup vtosca nil
  "Variable TOSCA service templates."
  :group 'languages
  :prefix "vtosca-")

(defcustom vtosca-program '("vtosca" "lsp")
  "The command line of the language server."
  :type '(repeat string))

(defface vtosca-absent-face '((t :inherit shadow))
  "What is absent under the active variant.")

(defface vtosca-present-face '((t :inherit success))
  "Mark of presence in the presence table.")

(defface vtosca-error-face '((t :inherit error))
  "Mark of a variant that cannot be resolved, in the presence table.")

;;;; The mode

(defvar vtosca-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-v") #'vtosca-select-variant)
    (define-key map (kbd "C-c C-p") #'vtosca-presence)
    (define-key map (kbd "C-c C-r") #'vtosca-resolved)
    (define-key map (kbd "C-c C-d") #'vtosca-difference)
    (define-key map (kbd "C-c C-o") #'vtosca-topology)
    (define-key map (kbd "C-c C-t") #'vtosca-run-tests)
    (define-key map (kbd "C-c C-e") #'vtosca-explain)
    map)
  "Keys of `vtosca-mode'.")

(defvar vtosca-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Syntax of TOSCA files where no YAML mode is at hand.")

(defvar vtosca--font-lock
  '(("^[ \t]*\\(?:- +\\)?\\([^\s\t#\n:{}\"][^#\n:{}\"]*\\):\\(?:[ \t]\\|$\\)" 1 font-lock-variable-name-face)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(?:SELF\\|CONTAINER\\|SOURCE\\|TARGET\\|HOST\\)\\_>" . font-lock-builtin-face))
  "Highlighting of TOSCA files where no YAML mode is at hand.")

(defun vtosca--parent-mode ()
  "The best mode for YAML that this Emacs has."
  (cond ((and (fboundp 'yaml-ts-mode) (fboundp 'treesit-ready-p)
              (treesit-ready-p 'yaml t))
         'yaml-ts-mode)
        ((fboundp 'yaml-mode) 'yaml-mode)
        (t 'prog-mode)))

;;;###autoload
(defun vtosca-mode ()
  "Major mode for TOSCA files.
Based on `yaml-ts-mode' or `yaml-mode', whichever there is."
  (interactive)
  (let ((parent (vtosca--parent-mode)))
    (delay-mode-hooks (funcall parent))
    (when (eq parent 'prog-mode)
      (set-syntax-table vtosca-mode-syntax-table)
      (setq-local comment-start "# " comment-start-skip "#+[ \t]*")
      (setq-local indent-tabs-mode nil)
      (setq-local font-lock-defaults '(vtosca--font-lock)))
    (put 'vtosca-mode 'derived-mode-parent parent))
  (setq major-mode 'vtosca-mode
        mode-name "TOSCA")
  (use-local-map (make-composed-keymap vtosca-mode-map (current-local-map)))
  (run-mode-hooks 'vtosca-mode-hook))

(defun vtosca--tosca-p ()
  "Whether the buffer is a YAML file with a `tosca_definitions_version'."
  (and buffer-file-name
       (string-match-p "\\.ya?ml\\'" buffer-file-name)
       (save-excursion
         (goto-char (point-min))
         (re-search-forward "^[ \t]*[\"']?tosca_definitions_version[\"']?[ \t]*:" nil t))))

;;;###autoload
(add-to-list 'magic-mode-alist '(vtosca--tosca-p . vtosca-mode))

(add-to-list 'eglot-server-programs
             (cons 'vtosca-mode
                   (lambda (&rest _)
                     (append vtosca-program
                             '(:initializationOptions (:presenceNotifications t))))))

;;;; Requests

(defun vtosca--uri ()
  "The current buffer's file as the server names it."
  (if (fboundp 'eglot-path-to-uri)
      (eglot-path-to-uri buffer-file-name)
    (with-no-warnings (eglot--path-to-uri buffer-file-name))))

(defun vtosca--file (uri)
  "The file of a URI."
  (if (fboundp 'eglot-uri-to-path)
      (eglot-uri-to-path uri)
    (with-no-warnings (eglot--uri-to-path uri))))

(defun vtosca--server ()
  "The server of the current buffer, or an error for the user."
  (or (eglot-current-server)
      (user-error "No language server; start it with M-x eglot")))

(defun vtosca--request (method &rest parameters)
  "Answer of the server to METHOD with PARAMETERS about this buffer."
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (vtosca--server) method
                   (append `(:textDocument (:uri ,(vtosca--uri))) parameters)))

(defun vtosca--position (&optional point)
  "POINT as the protocol writes it."
  (if (fboundp 'eglot-pos-to-lsp-position)
      (eglot-pos-to-lsp-position point)
    (with-no-warnings (eglot--pos-to-lsp-position point))))

(defun vtosca--read-variant (prompt)
  "Ask for one of the variants of this buffer with PROMPT."
  (let* ((answer (vtosca--request :vtosca/variants))
         (variants (append (plist-get answer :variants) nil))
         (annotate (lambda (name)
                     (let ((variant (cl-find name variants :test #'equal
                                             :key (lambda (v) (plist-get v :name)))))
                       (or (and (plist-get variant :error)
                                (concat "  " (plist-get variant :error)))
                           (format "  %s present, %s absent"
                                   (plist-get variant :present)
                                   (plist-get variant :absent))))))
         (completion-extra-properties `(:annotation-function ,annotate)))
    (completing-read prompt (mapcar (lambda (v) (plist-get v :name)) variants) nil t
                     nil nil (plist-get answer :active))))

;;;; Commands

;;;###autoload
(defun vtosca-select-variant (variant)
  "Make VARIANT the active one: what is absent under it is faded."
  (interactive (list (vtosca--read-variant "Active variant: ")))
  ;; Not `jsonrpc-request', which leaves what arrives together with an answer, here
  ;; the notification to fade anew, unread until something else arrives.
  (jsonrpc-async-request (vtosca--server) :workspace/executeCommand
                         `(:command "vtosca.setActiveVariant"
                           :arguments ,(vector (vtosca--uri) variant))
                         :success-fn #'ignore
                         :error-fn (jsonrpc-lambda (&key message &allow-other-keys)
                                     (message "vtosca: %s" message))))

(defun vtosca--goto (position)
  "Position in this buffer that the protocol's POSITION means."
  (if (fboundp 'eglot-lsp-position-to-point)
      (eglot-lsp-position-to-point position)
    (with-no-warnings (eglot--lsp-position-to-point position))))

(defun vtosca--show-absent (table)
  "Put `vtosca-absent-face' on what is absent in the presence TABLE."
  (remove-overlays nil nil 'vtosca t)
  (let ((active (intern (format ":%s" (plist-get table :active)))))
    (mapc (lambda (element)
            (when (equal "absent" (plist-get (plist-get element :presence) active))
              (let* ((range (plist-get element :range))
                     (overlay (make-overlay (vtosca--goto (plist-get range :start))
                                            (vtosca--goto (plist-get range :end)))))
                (overlay-put overlay 'vtosca t)
                (overlay-put overlay 'face 'vtosca-absent-face)
                (overlay-put overlay 'evaporate t))))
          (plist-get table :elements))))

(defun vtosca-fade ()
  "Fade what is absent under the active variant, once the server is asked."
  (interactive)
  (let ((buffer (current-buffer)))
    (jsonrpc-async-request
     (vtosca--server) :vtosca/presence `(:textDocument (:uri ,(vtosca--uri)))
     :success-fn (lambda (table)
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer (vtosca--show-absent table))))
     :error-fn #'ignore)))

(cl-defmethod eglot-handle-notification
  (_server (_method (eql vtosca/presenceChanged)) &key uri &allow-other-keys)
  "Fade anew the buffer that visits URI."
  (let ((buffer (find-buffer-visiting (vtosca--file uri))))
    (when buffer
      (with-current-buffer buffer
        (when (eglot-current-server)
          (vtosca-fade))))))

;;;; The presence table

(defvar-local vtosca--source nil "The template's buffer of a presence table.")

(define-derived-mode vtosca-presence-mode tabulated-list-mode "Presence"
  "Elements by variants; RET goes to the element."
  (setq tabulated-list-padding 1))

(define-key vtosca-presence-mode-map (kbd "RET") #'vtosca-presence-visit)

(defun vtosca-presence-visit ()
  "Go to the element of the line."
  (interactive)
  (let ((position (tabulated-list-get-id)))
    (pop-to-buffer vtosca--source)
    (goto-char (vtosca--goto position))))

(defun vtosca--mark (presence)
  "The mark of PRESENCE in the table."
  (pcase presence
    ("present" (propertize "✓" 'face 'vtosca-present-face))
    ("absent" (propertize "✗" 'face 'vtosca-absent-face))
    ("error" (propertize "!" 'face 'vtosca-error-face))
    (_ "?")))

;;;###autoload
(defun vtosca-presence ()
  "Show which elements are present under which variant."
  (interactive)
  (let* ((source (current-buffer))
         (table (vtosca--request :vtosca/presence))
         (names (mapcar (lambda (v) (plist-get v :name)) (plist-get table :variants)))
         (rows (mapcar
                (lambda (element)
                  (list (plist-get (plist-get element :range) :start)
                        (vconcat
                         (list (plist-get element :display))
                         (mapcar (lambda (name)
                                   (vtosca--mark (plist-get (plist-get element :presence)
                                                            (intern (concat ":" name)))))
                                 names))))
                (plist-get table :elements))))
    (with-current-buffer (get-buffer-create "*vtosca presence*")
      (vtosca-presence-mode)
      (setq vtosca--source source
            tabulated-list-format
            (vconcat '(("Element" 48 t))
                     (mapcar (lambda (name) (list name (max 5 (1+ (string-width name))) t)) names))
            tabulated-list-entries rows)
      (tabulated-list-init-header)
      (tabulated-list-print)
      (pop-to-buffer (current-buffer)))))

;;;; Other answers as text

(defun vtosca--show (name text mode)
  "Show TEXT read-only in a buffer called NAME, in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (view-mode 1)
    (display-buffer (current-buffer))))

(defun vtosca--text (variant resolved)
  "The template of VARIANT that the server RESOLVED, or why there is none."
  (or (plist-get resolved :text)
      (format "# %s cannot be resolved: %s\n" variant (plist-get resolved :error))))

;;;###autoload
(defun vtosca-resolved (variant)
  "Show the resolved template of VARIANT."
  (interactive (list (vtosca--read-variant "Resolve for: ")))
  (vtosca--show (format "*vtosca resolved %s*" variant)
                (vtosca--text variant (vtosca--request :vtosca/resolved :variant variant))
                (vtosca--parent-mode)))

;;;###autoload
(defun vtosca-difference (from to)
  "Show how the resolved templates of the variants FROM and TO differ."
  (interactive (list (vtosca--read-variant "Compare: ") (vtosca--read-variant "With: ")))
  (let* ((answer (vtosca--request :vtosca/difference :from from :to to))
         (buffers (cl-loop for (variant side) in `((,from :from) (,to :to))
                           collect (with-current-buffer
                                       (get-buffer-create (format "*vtosca resolved %s*" variant))
                                     (let ((inhibit-read-only t))
                                       (erase-buffer)
                                       (insert (vtosca--text variant (plist-get answer side))))
                                     (current-buffer)))))
    (display-buffer (diff-no-select (car buffers) (cadr buffers) nil t
                                    (get-buffer-create "*vtosca difference*")))))

;;;###autoload
(defun vtosca-topology ()
  "Show the topology of the active variant, in the language of Graphviz.
What is absent under it is dashed."
  (interactive)
  (vtosca--show "*vtosca topology*"
                (plist-get (vtosca--request :vtosca/graph :format "dot") :text)
                (if (fboundp 'graphviz-dot-mode) 'graphviz-dot-mode #'text-mode)))

;;;###autoload
(defun vtosca-run-tests ()
  "Run every variability test of the template.
What is expected and not met leads to the place of the expectation."
  (interactive)
  (let ((answer (vtosca--request :vtosca/runTest)))
    (vtosca--show
     "*vtosca tests*"
     (concat
      (mapconcat
       (lambda (test)
         (concat (format "%s %s\n" (if (eq t (plist-get test :passed)) "passed" "FAILED")
                         (plist-get test :name))
                 (mapconcat #'vtosca--failure (plist-get test :failures) "")))
       (plist-get answer :tests) "")
      (format "%d passed, %d failed\n" (plist-get answer :passed) (plist-get answer :failed)))
     #'compilation-mode)))

(defun vtosca--failure (failure)
  "A line of `compilation-mode' about a FAILURE."
  (let* ((location (plist-get failure :location))
         (start (plist-get (plist-get location :range) :start)))
    (format "%s:%d:%d: %s\n" (vtosca--file (plist-get location :uri))
            (1+ (plist-get start :line)) (1+ (plist-get start :character))
            (plist-get failure :message))))

;;;###autoload
(defun vtosca-explain ()
  "Say why the element at point is present or absent under each variant."
  (interactive)
  (let ((answer (vtosca--request :vtosca/explain :position (vtosca--position))))
    (unless answer
      (user-error "No element of the service template here"))
    (vtosca--show
     "*vtosca explain*"
     (concat (plist-get answer :display) "\n"
             (mapconcat
              (lambda (variant)
                (format "\n%s: %s\n%s" (plist-get variant :name) (plist-get variant :presence)
                        (mapconcat (lambda (step)
                                     (concat (make-string (* 2 (1+ (plist-get step :depth))) ?\s)
                                             (plist-get step :text) "\n"))
                                   (plist-get variant :steps) "")))
              (plist-get answer :variants) ""))
     #'text-mode)))

(provide 'vtosca)
;;; vtosca.el ends here
