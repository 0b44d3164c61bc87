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
(require 'url-util)

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

(declare-function treesit-ready-p "treesit" (language &optional quiet))

(defun vtosca--parent-mode ()
  "The best mode for YAML that this Emacs has."
  (cond ((and (fboundp 'yaml-ts-mode) (require 'treesit nil t)
              (treesit-ready-p 'yaml t))
         'yaml-ts-mode)
        ((fboundp 'yaml-mode) 'yaml-mode)
        (t 'prog-mode)))

(defun vtosca--yaml-mode ()
  "Turn on the best mode for YAML that this Emacs has, without its hooks."
  (let ((parent (vtosca--parent-mode)))
    (delay-mode-hooks (funcall parent))
    (when (eq parent 'prog-mode)
      (set-syntax-table vtosca-mode-syntax-table)
      (setq-local comment-start "# " comment-start-skip "#+[ \t]*")
      (setq-local indent-tabs-mode nil)
      (setq-local font-lock-defaults '(vtosca--font-lock)))
    parent))

;;;###autoload
(defun vtosca-mode ()
  "Major mode for TOSCA files.
Based on `yaml-ts-mode' or `yaml-mode', whichever there is."
  (interactive)
  (put 'vtosca-mode 'derived-mode-parent (vtosca--yaml-mode))
  (setq major-mode 'vtosca-mode
        mode-name "TOSCA")
  (use-local-map (make-composed-keymap vtosca-mode-map (current-local-map)))
  (run-mode-hooks 'vtosca-mode-hook))

(defun vtosca-document-mode ()
  "Major mode for TOSCA that the server wrote: to be read, not to be changed."
  (interactive)
  (put 'vtosca-document-mode 'derived-mode-parent (vtosca--yaml-mode))
  (setq major-mode 'vtosca-document-mode
        mode-name "TOSCA document")
  (setq buffer-undo-list t)
  (view-mode 1)
  (run-mode-hooks 'vtosca-document-mode-hook))

(defconst vtosca--document-regexp "\\`vtosca-\\(?:types\\|resolved\\)://"
  "What the names of the server's documents begin with.")

(defun vtosca--tosca-p ()
  "Whether the buffer is a YAML file with a `tosca_definitions_version'."
  (and buffer-file-name
       (string-match-p "\\.ya?ml\\'" buffer-file-name)
       (not (vtosca--document-p))
       (save-excursion
         (goto-char (point-min))
         (re-search-forward "^[ \t]*[\"']?tosca_definitions_version[\"']?[ \t]*:" nil t))))

(defun vtosca--document-p ()
  "Whether the buffer is a document of the server."
  (and buffer-file-name (string-match-p vtosca--document-regexp buffer-file-name)))

;;;###autoload
(add-to-list 'magic-mode-alist '(vtosca--tosca-p . vtosca-mode))
(add-to-list 'magic-mode-alist '(vtosca--document-p . vtosca-document-mode))

;;;; The server

(defclass vtosca-server (eglot-lsp-server) ()
  :documentation "A server that has documents of its own.")

(add-to-list 'eglot-server-programs
             (cons 'vtosca-mode
                   (lambda (&rest _)
                     `(vtosca-server
                       ,@vtosca-program
                       :initializationOptions (:presenceNotifications t)))))

(cl-defmethod eglot-client-capabilities ((_server vtosca-server))
  "What eglot can do, and show documents."
  (let ((capabilities (cl-call-next-method)))
    (plist-put capabilities :workspace
               (append '(:textDocumentContent (:dynamicRegistration :json-false))
                       (plist-get capabilities :workspace)))))

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

(defun vtosca--ask (server method parameters)
  "Answer of SERVER to METHOD with PARAMETERS.
What an edit has overtaken is asked again."
  (condition-case problem
      (jsonrpc-request server method parameters)
    (jsonrpc-error
     (if (eq -32801 (alist-get 'jsonrpc-error-code (cdr problem)))
         (vtosca--ask server method parameters)
       (signal (car problem) (cdr problem))))))

(defun vtosca--request (method &rest parameters)
  "Answer of the server to METHOD with PARAMETERS about this buffer."
  (eglot--signal-textDocument/didChange)
  (vtosca--ask (vtosca--server) method
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
  ((_server vtosca-server) (_method (eql vtosca/presenceChanged)) &key uri &allow-other-keys)
  "Fade anew the buffer that visits URI."
  (let ((buffer (find-buffer-visiting (vtosca--file uri))))
    (when buffer
      (with-current-buffer buffer
        (when (eglot-current-server)
          (vtosca-fade))))))

;;;; Documents of the server

;; The server names them, gives their content and says when it is another one.  A definition can be
;; in one of them, so they are files to Emacs.

(defvar-local vtosca--document nil "The URI of the document that the buffer shows.")

(defun vtosca--any-server ()
  "The server of the TOSCA buffer that was used last."
  (or (cl-some (lambda (buffer)
                 (with-current-buffer buffer
                   (and (eq major-mode 'vtosca-mode) (eglot-current-server))))
               (buffer-list))
      (user-error "No language server; start it with M-x eglot")))

(defun vtosca--fill (text)
  "Make TEXT the content of the buffer."
  (let ((inhibit-read-only t)
        (place (point)))
    (erase-buffer)
    (insert text)
    (goto-char (min place (point-max)))
    (set-buffer-modified-p nil)))

(defun vtosca--show-document (name uri)
  "Show the document URI in a buffer called NAME."
  (let ((text (plist-get (vtosca--ask (vtosca--server) :workspace/textDocumentContent `(:uri ,uri))
                         :text)))
    (with-current-buffer (get-buffer-create name)
      (vtosca--fill text)
      (vtosca-document-mode)
      (setq vtosca--document uri)
      (current-buffer))))

(cl-defmethod eglot-handle-request
  ((server vtosca-server) (_method (eql workspace/textDocumentContent/refresh)) &key uri)
  "Have SERVER fill the buffers anew that show the document URI."
  (dolist (buffer (buffer-list))
    (when (equal uri (buffer-local-value 'vtosca--document buffer))
      (jsonrpc-async-request
       server :workspace/textDocumentContent `(:uri ,uri)
       :success-fn (lambda (answer)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer (vtosca--fill (plist-get answer :text)))))
       :error-fn #'ignore)))
  nil)

(defun vtosca--insert-document (uri &optional visit _start _end replace)
  "Insert the document URI; VISIT and REPLACE as for `insert-file-contents'."
  (let ((text (plist-get (vtosca--ask (vtosca--any-server) :workspace/textDocumentContent
                                      `(:uri ,uri))
                         :text)))
    (when replace (erase-buffer))
    (save-excursion (insert text))
    (when visit
      (setq buffer-file-name uri
            vtosca--document uri)
      (set-buffer-modified-p nil))
    (list uri (length text))))

(defun vtosca--document-handler (operation &rest arguments)
  "Do OPERATION with ARGUMENTS, the first of which names a document."
  (pcase operation
    ('insert-file-contents (apply #'vtosca--insert-document arguments))
    ((or 'expand-file-name 'file-truename 'abbreviate-file-name 'substitute-in-file-name)
     (car arguments))
    ('file-name-directory "/")
    ('file-name-nondirectory (url-unhex-string (replace-regexp-in-string
                                                "\\?.*\\|.*/" "" (car arguments))))
    ((or 'file-exists-p 'file-readable-p 'file-regular-p 'verify-visited-file-modtime) t)
    ((or 'file-attributes 'file-directory-p 'file-executable-p 'file-locked-p 'file-modes
         'file-newer-than-file-p 'file-remote-p 'file-symlink-p 'file-writable-p 'lock-file
         'make-auto-save-file-name 'set-visited-file-modtime 'unlock-file 'vc-registered)
     nil)
    (_ (let ((inhibit-file-name-handlers
              (cons #'vtosca--document-handler
                    (and (eq inhibit-file-name-operation operation) inhibit-file-name-handlers)))
             (inhibit-file-name-operation operation))
         (apply operation arguments)))))

(add-to-list 'file-name-handler-alist
             (cons vtosca--document-regexp #'vtosca--document-handler))

(defun vtosca--leave-document (path-of uri)
  "A document's URI is its file name; the path of others PATH-OF knows."
  (let ((text (if (keywordp uri) (substring (symbol-name uri) 1) uri)))
    (if (string-match-p vtosca--document-regexp text) text (funcall path-of uri))))

;; From 1.10 on, eglot leaves to Emacs what is no file by itself.
(unless (fboundp 'eglot-uri-to-path)
  (advice-add 'eglot--uri-to-path :around #'vtosca--leave-document))

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
(defun vtosca-presence (&optional filter variant)
  "Show which elements are present under which variant.
With a prefix argument, ask for a FILTER: only elements of a
presence under a VARIANT, or whose presence differs."
  (interactive
   (when current-prefix-arg
     (let ((filter (completing-read "Only elements that are: "
                                    '("absent" "present" "depends" "error" "differing") nil t)))
       (list filter (unless (equal filter "differing") (vtosca--read-variant "Under: "))))))
  (let* ((source (current-buffer))
         (table (apply #'vtosca--request :vtosca/presence
                       (append (and filter `(:filter ,filter)) (and variant `(:variant ,variant)))))
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

(defun vtosca--show-resolved (variant resolved)
  "A buffer with the template of VARIANT that the server RESOLVED."
  (vtosca--show-document (format "*vtosca resolved %s*" variant) (plist-get resolved :uri)))

;;;###autoload
(defun vtosca-resolved (variant)
  "Show the resolved template of VARIANT.
It follows the template as you edit that."
  (interactive (list (vtosca--read-variant "Resolve for: ")))
  (display-buffer
   (vtosca--show-resolved variant (vtosca--request :vtosca/resolved :variant variant))))

;;;###autoload
(defun vtosca-difference (from to)
  "Show how the resolved templates of the variants FROM and TO differ."
  (interactive (list (vtosca--read-variant "Compare: ") (vtosca--read-variant "With: ")))
  (let ((answer (vtosca--request :vtosca/difference :from from :to to)))
    (display-buffer (diff-no-select (vtosca--show-resolved from (plist-get answer :from))
                                    (vtosca--show-resolved to (plist-get answer :to))
                                    nil t (get-buffer-create "*vtosca difference*")))))

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
